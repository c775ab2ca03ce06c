import type { Backtest } from '../api/types.ts';

/** The stocks that a run left out, each with its reason; a long list is folded. */
export function SkippedStocks({ skipped }: { skipped: Backtest['skipped'] }) {
  if (skipped.length === 0) return null;
  const sentence = skipped.length === 1 ? '1 stock was skipped' : `${skipped.length} stocks were skipped`;
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-warn">{sentence}</summary>
      <ul className="mt-1.5 space-y-0.5 text-muted">
        {skipped.map(({ symbol, reason }) => (
          <li key={symbol}>
            <span className="font-medium text-ink">{symbol}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
