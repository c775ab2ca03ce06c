import { TriangleAlert } from 'lucide-react';

/** Shown above a result whose prices have changed since. */
export function StaleNotice() {
  return (
    <p className="flex gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      Prices have changed since this backtest. Run it again for a current result.
    </p>
  );
}
