import { useId } from 'react';
import { Segmented } from '#components/ui/segmented.tsx';
import { useListedStocks } from '../api/queries.ts';
import type { StrategyScope } from '../runnable-rules.ts';

interface ScopeFieldsProps {
  scope: StrategyScope;
  onChange: (scope: StrategyScope) => void;
  error: string | null;
}

const choices = [
  { value: 'watch_list', label: 'Watch list' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'symbols', label: 'Chosen' },
] as const;

type Choice = (typeof choices)[number]['value'];

function choiceOf(scope: StrategyScope): Choice {
  if ('symbols' in scope) return 'symbols';
  return 'favorites' in scope ? 'favorites' : 'watch_list';
}

const scopes: Record<Choice, StrategyScope> = {
  watch_list: { watch_list: true },
  favorites: { favorites: true },
  symbols: { symbols: [] },
};

/** Which stocks a strategy trades. */
export function ScopeFields({ scope, onChange, error }: ScopeFieldsProps) {
  const errorId = useId();
  const { stocks } = useListedStocks();
  const chosen = 'symbols' in scope ? scope.symbols : [];
  // A chosen stock may have left the watch list.
  const offered = [...new Set([...stocks.keys(), ...chosen])].sort();
  const toggle = (symbol: string, isChosen: boolean) =>
    onChange({
      symbols: isChosen ? [...chosen, symbol].sort() : chosen.filter((other) => other !== symbol),
    });
  return (
    <div className="mt-2 space-y-2.5">
      <Segmented
        label="Stocks"
        options={choices}
        value={choiceOf(scope)}
        onChange={(choice) => onChange(scopes[choice])}
      />
      {'symbols' in scope && (
        <ul className="grid max-h-52 grid-cols-3 gap-x-3 gap-y-1 overflow-y-auto rounded-md border border-line p-2.5">
          {offered.map((symbol) => (
            <li key={symbol}>
              <label className="flex min-h-7 items-center gap-2 text-sm pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={chosen.includes(symbol)}
                  aria-invalid={error !== null}
                  aria-describedby={error === null ? undefined : errorId}
                  onChange={(event) => toggle(symbol, event.target.checked)}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="truncate">{symbol}</span>
              </label>
            </li>
          ))}
          {offered.length === 0 && (
            <li className="col-span-3 text-sm text-muted">Your watch list is empty.</li>
          )}
        </ul>
      )}
      {error && (
        <p id={errorId} role="alert" className="text-sm text-down">
          {error}
        </p>
      )}
    </div>
  );
}
