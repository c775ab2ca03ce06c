import type { Portfolio } from '@stockbook/api/schemas';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { useCreateExample, useRemoveExample } from './use-example.ts';

/** The way into a filled portfolio for a user who has none. */
export function TryExample() {
  const { state, isBusy, start } = useCreateExample();
  const step = state.status === 'running' ? state.task?.message : undefined;
  return (
    <>
      <Button disabled={isBusy} onClick={() => start()}>
        Try it with an example
      </Button>
      <p role="status" className="min-h-5 text-xs text-muted">
        {isBusy ? (step ?? 'Creating the example...') : ''}
      </p>
      {state.status === 'failed' && <ErrorBox message={state.message} />}
    </>
  );
}

/** Says that a portfolio is the example, and removes it in one click. */
export function ExampleNotice({ portfolio }: { portfolio: Portfolio }) {
  const { remove, isPending, error } = useRemoveExample();
  return (
    <section
      aria-label="Example"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-accent-soft px-4 py-3 text-sm print:hidden"
    >
      <p className="max-w-3xl">
        This is an example with invented purchases at the closes of their days. Removing it also takes the
        stocks off your watch list that it put there, except those that you have used since.
      </p>
      <Button disabled={isPending} onClick={() => void remove(portfolio.id).catch(() => {})}>
        {isPending ? 'Removing...' : 'Remove the example'}
      </Button>
      <QueryError error={error} fallback="Failed to remove the example" className="w-full" />
    </section>
  );
}
