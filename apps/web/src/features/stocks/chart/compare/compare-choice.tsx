import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { useSuggestions } from '#hooks/use-suggestions.ts';
import { stockTaskPercent, stockTaskStep } from '#lib/api/stock-task.ts';
import { cn } from '#lib/cn.ts';
import { useAddStock } from '../../add/api.ts';
import { useWatchList } from '../../api/watch-list.ts';
import { maxCompared } from '../view/chart-view.ts';

interface UntrackedStocksProps {
  query: string;
  tracked: readonly string[];
  /** Whether no further stock can be compared. */
  isFull: boolean;
  onAdded: (symbol: string) => void;
}

/** Stocks that a search finds beside the watch list. Only the prices of tracked stocks can be read. */
export function UntrackedStocks({ query, tracked, isFull, onAdded }: UntrackedStocksProps) {
  const { data, isFetching, error } = useSuggestions(query);
  const [chosen, setChosen] = useState('');
  const { state, isBusy, start } = useAddStock(({ result }) => {
    if (result && 'symbol' in result) onAdded(result.symbol);
  });
  const found = query === '' ? [] : (data?.results ?? []).filter(({ symbol }) => !tracked.includes(symbol));
  const task = state.status === 'running' ? state.task : null;

  return (
    <>
      {found.length > 0 && (
        <ul aria-label="Not on your list" className="max-h-48 overflow-y-auto border-t border-line pt-2">
          {found.map(({ symbol, name }) => (
            <li key={symbol}>
              <button
                type="button"
                aria-disabled={isBusy || isFull}
                title={name}
                onClick={() => {
                  if (isBusy || isFull) return;
                  setChosen(symbol);
                  start({ symbol, isin: null });
                }}
                className="w-full rounded-md px-1.5 py-1 text-left text-sm hover:bg-sunken aria-disabled:opacity-55"
              >
                <span className="flex gap-2.5">
                  <span className="font-medium">{symbol}</span>
                  <span className="truncate text-muted">{name}</span>
                </span>
                <span className="inline-flex items-center gap-1 text-xs text-accent">
                  <Plus aria-hidden="true" className="size-3.5" /> Add to watch list and compare
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && isFetching && found.length === 0 && (
        <p className="px-1.5 text-xs text-muted">Searching...</p>
      )}
      {query !== '' && error && (
        <p className="px-1.5 text-xs text-muted">Only your watch list can be searched just now.</p>
      )}
      <div role="status" className="px-1.5 text-xs">
        {state.status === 'starting' && `Adding ${chosen}...`}
        {state.status === 'running' && (stockTaskStep(task) ?? `Fetching historical data of ${chosen}...`)}
        {state.status === 'done' && `${chosen} was added.`}
      </div>
      {isBusy && <ProgressBar label={`Adding ${chosen}`} percent={stockTaskPercent(task)} />}
      {state.status === 'failed' && <ErrorBox message={state.message} />}
    </>
  );
}

export interface CompareChoiceProps {
  symbol: string;
  compared: readonly string[];
  onToggle: (symbol: string) => void;
}

/** The stocks of the watch list, of which some are compared, and others that the search finds. */
export function CompareChoice({ symbol: own, compared, onToggle }: CompareChoiceProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // A finger may want the list, which the keyboard of a phone would cover.
  const hasMouse = useMedia('(pointer: fine)');
  useEffect(() => {
    if (hasMouse) field.current?.focus();
  }, [hasMouse]);
  const { items = [] } = useWatchList();
  const words = text.trim().toLowerCase();
  const found = items
    .map(({ stock }) => stock)
    .filter(({ symbol }) => symbol !== own)
    .filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(words));
  const isFull = compared.length >= maxCompared;

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = found.find(({ symbol }) => symbol === text.trim().toUpperCase()) ?? found[0];
    if (!chosen || (isFull && !compared.includes(chosen.symbol))) return;
    onToggle(chosen.symbol);
    setText('');
  }

  return (
    <div className="space-y-2 p-1.5">
      <form onSubmit={submit}>
        <input
          ref={field}
          aria-label="Search stocks to compare"
          placeholder="Symbol or name"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={cn(controlClass, 'h-9 text-sm')}
        />
      </form>
      {found.length > 0 && (
        <ul aria-label="On your list" className="max-h-56 overflow-y-auto">
          {found.map(({ symbol, name }) => (
            <li key={symbol}>
              <label className="flex min-h-8 items-center pointer-coarse:min-h-11 gap-2.5 rounded-md px-1.5 text-sm hover:bg-sunken">
                <input
                  type="checkbox"
                  checked={compared.includes(symbol)}
                  disabled={isFull && !compared.includes(symbol)}
                  onChange={() => onToggle(symbol)}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="font-medium whitespace-nowrap">{symbol}</span>
                <span className="truncate text-muted">{name}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <UntrackedStocks
        query={text.trim()}
        tracked={items.map(({ stock }) => stock.symbol)}
        isFull={isFull}
        onAdded={onToggle}
      />
      <p role="status" className="px-1.5 text-xs text-muted">
        {found.length === 0
          ? 'No stock of your watch list matches.'
          : isFull
            ? `At most ${maxCompared} symbols can be compared.`
            : 'Lines in per cent since the first visible bar.'}
      </p>
    </div>
  );
}
