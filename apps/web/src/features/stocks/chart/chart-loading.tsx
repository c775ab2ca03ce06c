import { Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';

/** The chart with its legend, which has two lines on a phone. */
const heightClass =
  'h-[calc(max(min(500px,100dvh-4rem),100dvh-18rem)+2.375rem)] sm:h-[calc(max(min(500px,100dvh-4rem),100dvh-18rem)+1.5rem)]';
/** The chart alone. */
const chartHeightClass = 'h-[max(min(500px,100dvh-4rem),100dvh-18rem)]';

/** Placeholder with the size of the chart, and of its legend unless that is shown already: nothing below moves. */
export function ChartLoading({ hasLegend = true }: { hasLegend?: boolean }) {
  return (
    <div
      className={cn(
        'grid place-items-center rounded-md bg-sunken',
        hasLegend ? heightClass : chartHeightClass,
      )}
    >
      <Spinner text="Loading chart data..." />
    </div>
  );
}

/** In place of a chart without bars. */
export function NoChartData({ onRetry }: { onRetry: (() => void) | null }) {
  return (
    <div
      className={cn(
        'grid place-content-center justify-items-center gap-4 rounded-md border border-dashed border-edge text-center',
        heightClass,
      )}
    >
      <p className="text-sm text-muted">No chart data available</p>
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}
