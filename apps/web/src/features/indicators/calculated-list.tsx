import type { CalculatedIndicator, IndicatorDefinition } from '@stockbook/api/schemas';
import { Pencil, Trash2 } from 'lucide-react';
import { type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useCatalogue } from '#lib/api/trpc.ts';
import { formatDate } from '#lib/format/dates.ts';
import { type CalculationControl, useCalculatedIndicators } from './api.ts';
import { IndicatorEdit } from './indicator-edit.tsx';
import type { Studies } from './studies/use-studies.ts';

interface CalculatedListProps {
  symbol: string;
  studies: Studies;
  calculation: CalculationControl;
}

/**
 * The calculated indicators, each with a switch that draws it on the price chart. Shows only the error of its own
 * query; the form shows the catalogue's error.
 */
export function CalculatedList({ symbol, studies, calculation }: CalculatedListProps) {
  const { indicators, error, retry, isLoading: isListLoading } = useCalculatedIndicators(symbol, true);
  const catalogue = useCatalogue();
  const definitions = catalogue.data?.indicators ?? [];
  const isLoading = isListLoading || catalogue.isPending;
  /** The id of the indicator that is edited. */
  const [editedId, setEditedId] = useState<string | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    // The form is about to vanish with the focus.
    if (document.activeElement?.closest('form')) editButton.current?.focus();
    setEditedId(null);
  }, []);
  const { state } = calculation;
  const replacedId = state.status === 'done' ? state.input?.replaces : undefined;
  useEffect(() => {
    if (replacedId !== undefined) close();
  }, [replacedId, close]);
  return (
    <section aria-label="Calculated Indicators" className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold">Calculated Indicators ({indicators.length})</h3>
      {isLoading && <Spinner size="sm" text="Loading indicators..." className="py-6" />}
      <QueryError error={error} fallback="Failed to fetch stock indicators" onRetry={retry} />
      {!isLoading && error === null && indicators.length === 0 && (
        <p className="py-4 text-sm text-muted">
          No indicators calculated yet. Select an indicator above to get started.
        </p>
      )}
      {!isLoading && (
        <ul className="divide-y divide-line">
          {indicators.map((indicator) => (
            <CalculatedItem
              key={indicator.id}
              symbol={symbol}
              indicator={indicator}
              definition={definitions.find((each) => each.function === indicator.indicator_function)}
              studies={studies}
              calculation={calculation}
              isEdited={editedId === indicator.id}
              editButton={editButton}
              onEdit={(isEdited) => setEditedId(isEdited ? indicator.id : null)}
              onClose={close}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface CalculatedItemProps extends CalculatedListProps {
  indicator: CalculatedIndicator;
  definition: IndicatorDefinition | undefined;
  isEdited: boolean;
  /** The button that has opened the form. */
  editButton: Ref<HTMLButtonElement>;
  onEdit: (isEdited: boolean) => void;
  onClose: () => void;
}

function CalculatedItem({ indicator, definition, studies, isEdited, ...props }: CalculatedItemProps) {
  const study = studies.all.find(({ id }) => id === indicator.id);
  const parameters = Object.entries(indicator.parameters).map(([name, value]) => `${name} ${value}`);
  return (
    <li className="flex flex-wrap items-start gap-x-2 py-2.5">
      <i
        aria-hidden="true"
        className="mt-0.5 w-1 shrink-0 self-stretch rounded-full bg-line"
        style={study && { background: study.color }}
      />
      <div className="min-w-0 grow basis-0">
        <p className="text-sm font-medium">{study?.fullName ? study.name : indicator.indicator_name}</p>
        <p className="numeric mb-1.5 text-xs text-muted">
          {[
            study?.fullName ?? indicator.indicator_function,
            ...parameters,
            `${formatDate(indicator.data_start_date)} – ${formatDate(indicator.data_end_date)}`,
          ].join(' · ')}
        </p>
        {study && (
          <Switch
            label={
              <span className="text-xs">
                {study.isOverlay ? 'Show on the price' : 'Show below the price'}
                <span className="sr-only">
                  : {study.name} {study.fullName}
                </span>
              </span>
            }
            checked={studies.isShown(indicator.id)}
            onChange={(isShown) => studies.show(indicator.id, isShown)}
          />
        )}
      </div>
      {study && definition && (
        <IconButton
          ref={isEdited ? props.editButton : undefined}
          label={`Edit ${study.name}`}
          aria-expanded={isEdited}
          onClick={() => props.onEdit(!isEdited)}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label="Delete not yet implemented" disabled>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {study && definition && isEdited && (
        <IndicatorEdit
          symbol={props.symbol}
          indicator={indicator}
          definition={definition}
          study={study}
          calculation={props.calculation}
          onColor={studies.setColor}
          onClose={props.onClose}
        />
      )}
    </li>
  );
}
