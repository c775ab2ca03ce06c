import { Skeleton, Spinner } from '#components/feedback/spinner.tsx';
import { noSignals } from './no-signals.ts';

export function SignalsLoading() {
  return (
    <div className="relative">
      <Skeleton className="h-60 rounded-lg" />
      <Spinner text="Loading signals..." className="absolute inset-x-0 top-16" />
    </div>
  );
}

/** Shown to a user without signals or rules. */
export function SignalsEmpty() {
  return (
    <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
      {noSignals}
    </p>
  );
}
