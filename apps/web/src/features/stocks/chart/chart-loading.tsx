import { Spinner } from '../../../components/feedback/spinner.tsx';

/** Stands where the chart will be, legend included, in its size. */
export function ChartLoading() {
  return (
    <div className="grid h-[536px] place-items-center rounded-md bg-sunken">
      <Spinner text="Loading chart data..." />
    </div>
  );
}
