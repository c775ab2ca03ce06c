import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import type { Backtest } from '../api/types.ts';
import { SkippedStocks } from './skipped-stocks.tsx';

/** A backtest without results: it runs, or has failed. */
export function UnfinishedRun({ backtest: { status, error, skipped } }: { backtest: Backtest }) {
  if (status !== 'FAILURE') {
    return <Spinner text="Running the backtest..." className="min-h-96 rounded-lg bg-sunken" />;
  }
  return (
    <div className="space-y-3">
      <ErrorBox message={error ?? 'Failed to run backtest'} />
      <SkippedStocks skipped={skipped} />
    </div>
  );
}
