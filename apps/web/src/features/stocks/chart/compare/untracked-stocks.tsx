import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { useAddStock, useSuggestions } from '../../add/api.ts';
import { stockTaskPercent, stockTaskStep } from '../../api/tasks.ts';

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
