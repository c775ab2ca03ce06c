import { Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';

/** Placeholder with the size of the chart and its legend. */
export function ChartLoading() {
  return (
    <div className="grid h-[528px] place-items-center rounded-md bg-sunken">
      <Spinner text="Loading chart data..." />
    </div>
  );
}

/** In place of a chart without bars. */
export function NoChartData({ onRetry }: { onRetry: (() => void) | null }) {
  return (
    <div className="grid h-[528px] place-content-center justify-items-center gap-4 rounded-md border border-dashed border-edge text-center">
      <p className="text-sm text-muted">No chart data available</p>
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}
