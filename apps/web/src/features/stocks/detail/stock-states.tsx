import { useRef } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { connectionSentence, errorSentence, serverStatus } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { reloadIfOnline } from '#lib/page-downloads.ts';
import { focusMain } from '#lib/page-focus.ts';

const AddToList = lazyWithReload(async () => (await import('./add-to-list.tsx')).AddToList);

export function StockLoading() {
  return <Spinner text="Loading stock information..." className="min-h-[60dvh]" />;
}

/** Whether the stock is not on the user's watch list. */
export function isNotTracked(error: unknown): boolean {
  return serverStatus(error) === 404;
}

/** Replaces the page of a stock that cannot be shown. */
export function StockProblem({ symbol, error }: { symbol: string; error: unknown }) {
  const canRetry = !isNotTracked(error);
  const utils = trpc.useUtils();
  const box = useRef<HTMLDivElement>(null);
  const detail = canRetry ? connectionSentence(error) : null;

  function showStock() {
    // The button leaves with this box.
    if (box.current?.contains(document.activeElement)) focusMain();
    void utils.stocks.get.invalidate({ symbol });
  }

  return (
    <div
      ref={box}
      role="alert"
      className="mx-auto flex min-h-[50dvh] max-w-[28rem] flex-col items-center justify-center gap-2 text-center"
    >
      <h1 className="text-xl font-semibold tracking-tight">
        {canRetry ? 'Error Loading Stock' : 'Stock Not Found'}
      </h1>
      <p className="text-muted">
        {canRetry
          ? errorSentence(error, 'Failed to load stock information')
          : `${symbol} is not on your watch list.`}
      </p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
      {!canRetry && (
        <SectionBoundary name="The button that adds the stock">
          <AddToList symbol={symbol} onAdded={showStock} />
        </SectionBoundary>
      )}
      {canRetry && (
        <Button variant="primary" className="mt-3" onClick={reloadIfOnline}>
          Retry
        </Button>
      )}
    </div>
  );
}
