import { Spinner } from '../../../components/feedback/spinner.tsx';

/** Placeholder with the size of the chart and its legend. */
export function ChartLoading() {
  return (
    <div className="grid h-[536px] place-items-center rounded-md bg-sunken">
      <Spinner text="Loading chart data..." />
    </div>
  );
}
