import { Plus } from 'lucide-react';
import { ErrorBox } from '../../../components/feedback/error-box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { stockTaskStep } from '../api/stock-task.ts';
import { useAddStock } from '../api/watch-list/use-add-stock.ts';

/** Adds the stock of a page that is not on the list; the page then shows it. */
export function AddToList({ symbol }: { symbol: string }) {
  const utils = trpc.useUtils();
  const { state, isBusy, start } = useAddStock(() => void utils.stocks.get.invalidate({ symbol }));
  const isLocked = isBusy || state.status === 'done';
  return (
    <div className="mt-3 space-y-3">
      <Button variant="primary" aria-disabled={isLocked} onClick={() => start({ symbol, isin: null })}>
        <Plus aria-hidden="true" /> Add to watch list
      </Button>
      <p role="status" className="text-sm text-muted">
        {state.status === 'starting' && 'Adding stock...'}
        {state.status === 'running' && (stockTaskStep(state.task) ?? 'Fetching historical data...')}
        {state.status === 'done' && 'Stock added successfully!'}
      </p>
      {state.status === 'failed' && <ErrorBox message={state.message} />}
    </div>
  );
}
