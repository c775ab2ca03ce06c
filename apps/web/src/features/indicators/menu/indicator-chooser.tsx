import type { IndicatorDefinition, StudySet } from '@stockbook/api/schemas';
import { Check, Star } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Study } from '#components/chart/study.ts';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { useUserState } from '#hooks/use-user-state.ts';
import { taskPercent } from '#lib/api/run-task.ts';
import { presetCount } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { type CalculationControl, useCalculatedIndicators } from '../api.ts';
import { searchCatalogue } from '../search-catalogue.ts';
import { isSameIndicator, useStudySets } from '../study-sets/api.ts';
import { StudySetsPanel } from '../study-sets/study-sets-panel.tsx';

function parseFavorites(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.map(String) : [];
}

/** The functions of the indicators that the user has marked. */
function useFavorites() {
  const [favorites, store] = useUserState('favoriteIndicators', parseFavorites);
  const toggle = (name: string) =>
    store((current) =>
      current.includes(name) ? current.filter((other) => other !== name) : [...current, name],
    );
  return { favorites, toggle };
}

export interface IndicatorsMenuProps {
  symbol: string;
  /** The indicators on the chart, and what shows and hides them. */
  studies: {
    readonly shown: readonly Study[];
    readonly isShown: (id: string) => boolean;
    readonly show: (id: string, isShown: boolean) => void;
  };
  calculation: CalculationControl;
  sets: {
    /** The name of the set that is being applied; null if none is. */
    readonly applying: string | null;
    readonly apply: (set: StudySet) => void;
  };
  /** Shows the panel with all parameters. */
  onOpenPanel: () => void;
}

interface IndicatorChooserProps extends IndicatorsMenuProps {
  close: () => void;
}

/** Shows indicators with their usual parameters on the chart, and hides them again. */
export function IndicatorChooser(props: IndicatorChooserProps) {
  // The sets stand above the rest, which would move when they come, or the form that saves those on the chart.
  const { isPending } = useStudySets();
  const { isLoading } = useCalculatedIndicators(props.symbol, true);
  return (
    <WithCatalogue className="h-72">
      {(catalogue) =>
        isPending || isLoading ? (
          <Skeleton className="h-72" />
        ) : (
          <CatalogueChooser {...props} catalogue={catalogue} />
        )
      }
    </WithCatalogue>
  );
}

interface CatalogueChooserProps extends IndicatorChooserProps {
  catalogue: readonly IndicatorDefinition[];
}

/** The indicators of the stock with the usual parameters and names, and what puts them on the chart. */
function useUsualIndicators({ symbol, studies, calculation }: IndicatorChooserProps) {
  const { indicators } = useCalculatedIndicators(symbol, true);
  const find = ({ name, function: indicator_function, defaultParams }: IndicatorDefinition) =>
    indicators.find((indicator) =>
      isSameIndicator(indicator, { indicator_function, indicator_name: name, parameters: defaultParams }),
    );
  return {
    isOnChart: (definition: IndicatorDefinition) => {
      const known = find(definition);
      return known !== undefined && studies.isShown(known.id);
    },
    toggle: (definition: IndicatorDefinition) => {
      const known = find(definition);
      if (known) studies.show(known.id, !studies.isShown(known.id));
      else if (!calculation.isBusy) {
        const { function: indicator, defaultParams: parameters } = definition;
        calculation.start({ symbol, indicator, parameters, name: '' });
      }
    },
  };
}

/** The arrow keys move between the indicators. */
function moveFocus(list: HTMLElement | null, event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops: EventTarget[] = [...(list?.querySelectorAll('input, [data-indicator]') ?? [])];
  const next = stops[stops.indexOf(event.target) + step];
  event.preventDefault();
  if (next instanceof HTMLElement) next.focus();
}

function CatalogueChooser({ catalogue, ...props }: CatalogueChooserProps) {
  const { symbol, studies, calculation, sets, onOpenPanel, close } = props;
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // This code loads after the panel has opened. A finger may want the list, which the keyboard of a phone would cover.
  const hasMouse = useMedia('(pointer: fine)');
  useEffect(() => {
    if (hasMouse) list.current?.querySelector('input')?.focus();
  }, [hasMouse]);
  const { favorites, toggle: toggleFavorite } = useFavorites();
  const usual = useUsualIndicators(props);
  const isSearching = text.trim() !== '';
  const matches = isSearching ? searchCatalogue(catalogue, text) : [];
  const marked = catalogue.filter((definition) => favorites.includes(definition.function));
  const { state } = calculation;

  const onKeyDown = (event: KeyboardEvent) => moveFocus(list.current, event);
  const rows = (definitions: readonly IndicatorDefinition[]) =>
    definitions.map((definition) => (
      <IndicatorRow
        key={definition.function}
        definition={definition}
        isOnChart={usual.isOnChart(definition)}
        isFavorite={favorites.includes(definition.function)}
        isDisabled={calculation.isBusy && !usual.isOnChart(definition)}
        onKeyDown={onKeyDown}
        onToggle={() => usual.toggle(definition)}
        onToggleFavorite={() => toggleFavorite(definition.function)}
      />
    ));

  return (
    <div ref={list} className="space-y-3 p-1.5">
      <IndicatorSearch
        text={text}
        onText={setText}
        onSubmit={() => matches[0] && usual.toggle(matches[0])}
        onKeyDown={onKeyDown}
      />
      {state.status === 'failed' && <ErrorBox message={state.message} />}
      <p role="status" className="text-xs text-muted empty:sr-only">
        {calculation.isBusy &&
          `Calculating ${state.status === 'idle' ? '' : state.input?.indicator}... ${taskPercent(state.status === 'running' ? state.task : null)}%`}
        {isSearching && matches.length === 0 && 'No indicator matches.'}
      </p>
      {isSearching ? (
        matches.length > 0 && <IndicatorGroup title="Found">{rows(matches)}</IndicatorGroup>
      ) : (
        <>
          {marked.length > 0 && <IndicatorGroup title="Favorites">{rows(marked)}</IndicatorGroup>}
          <StudySetsPanel
            symbol={symbol}
            shown={studies.shown}
            onApply={(set) => {
              close();
              sets.apply(set);
            }}
          />
          <IndicatorGroup title="Most used">
            {rows(catalogue.slice(0, presetCount).filter((definition) => !marked.includes(definition)))}
          </IndicatorGroup>
        </>
      )}
      <div className="border-t border-line pt-2.5">
        <Button
          size="sm"
          className="w-full"
          onClick={() => {
            close();
            onOpenPanel();
          }}
        >
          Parameters, names and colors
        </Button>
      </div>
    </div>
  );
}

interface IndicatorSearchProps {
  text: string;
  onText: (text: string) => void;
  onSubmit: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function IndicatorSearch({ text, onText, onSubmit, onKeyDown }: IndicatorSearchProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input
        type="search"
        aria-label="Find an indicator"
        placeholder="RSI, bands, average..."
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cn(controlClass, 'h-9 text-sm')}
      />
    </form>
  );
}

function IndicatorGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-sm font-semibold">{title}</h2>
      <ul className="-mx-1.5 max-h-80 overflow-y-auto">{children}</ul>
    </section>
  );
}

interface IndicatorRowProps {
  definition: IndicatorDefinition;
  isOnChart: boolean;
  isFavorite: boolean;
  isDisabled: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onToggle: () => void;
  onToggleFavorite: () => void;
}

function IndicatorRow({ definition, isOnChart, isFavorite, isDisabled, ...props }: IndicatorRowProps) {
  const { name, function: indicator, description } = definition;
  return (
    <li className="flex items-center">
      <button
        type="button"
        data-indicator
        title={description}
        aria-pressed={isOnChart}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && props.onToggle()}
        onKeyDown={props.onKeyDown}
        className="flex min-h-8 min-w-0 grow items-center gap-2.5 rounded-md px-1.5 text-left text-sm hover:bg-sunken aria-disabled:opacity-55 pointer-coarse:min-h-11"
      >
        <span className="w-18 shrink-0 font-medium">{indicator}</span>
        <span className="truncate text-muted">{name}</span>
        <Check
          aria-hidden="true"
          className={cn('ml-auto size-4 shrink-0 text-accent', !isOnChart && 'invisible')}
        />
      </button>
      <IconButton label={`Favorite ${indicator}`} aria-pressed={isFavorite} onClick={props.onToggleFavorite}>
        <Star aria-hidden="true" className={cn(isFavorite && 'fill-star text-star')} />
      </IconButton>
    </li>
  );
}
