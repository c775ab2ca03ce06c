interface SkippedHoldingsProps {
  skipped: readonly { readonly symbol: string; readonly reason: string }[];
}

/** The holdings that no figure contains, with their reasons; nothing without any. */
export function SkippedHoldings({ skipped }: SkippedHoldingsProps) {
  const { length } = skipped;
  if (length === 0) return null;
  return (
    <div className="mt-3 text-sm text-muted">
      <p>
        without {length} {length === 1 ? 'holding' : 'holdings'}
      </p>
      <ul className="list-disc pl-5">
        {skipped.map(({ symbol, reason }) => (
          <li key={symbol}>
            {symbol}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
