import type { ScreenResult } from '@stockbook/api/schemas';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { focusMain } from '#lib/page-focus.ts';
import type { Matching } from './use-matching.ts';

/** Below the toolbar: the number of matches, and the stocks that were skipped. */
export function MatchingPanel({ matching, stockCount }: { matching: Matching; stockCount: number }) {
  const { screen } = matching;
  const { data, error, refetch } = screen;
  return (
    <section
      aria-label="Matching"
      className="space-y-3 rounded-lg border border-line bg-surface px-4 py-2 shadow-card"
    >
      {error && <QueryError error={error} fallback="Failed to load signals" onRetry={refetch} />}
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p role="status" className="text-sm">
          {screen.isPending && 'Loading signals...'}
          {data && !error && `Matching at the last close: ${data.total} of ${stockCount}`}
        </p>
        <Button
          size="sm"
          onClick={() => {
            // The button leaves with the panel.
            focusMain();
            matching.choose(undefined);
          }}
        >
          Show all stocks
        </Button>
      </div>
      {data && !error && data.skipped.length > 0 && <Skipped stocks={data.skipped} />}
    </section>
  );
}

/** The stocks for which the rule could not be evaluated, with the reasons. */
function Skipped({ stocks }: { stocks: ScreenResult['skipped'] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-warn">
        {stocks.length === 1 ? '1 stock was skipped' : `${stocks.length} stocks were skipped`}
      </summary>
      <ul className="mt-2 space-y-1">
        {stocks.map(({ symbol, reason }) => (
          <li key={symbol}>
            <span className="font-medium">{symbol}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
