import type { HoldingList } from '@stockbook/api/schemas';

/** The holdings that no figure contains, with the reason of each. */
export function SkippedHoldings({ skipped }: Pick<HoldingList, 'skipped'>) {
  if (skipped.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="font-medium">
        without {skipped.length === 1 ? '1 holding' : `${skipped.length} holdings`}
      </p>
      <ul className="list-disc pl-5 text-muted">
        {skipped.map(({ symbol, reason }) => (
          <li key={symbol}>
            {symbol}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
