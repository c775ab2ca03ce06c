import { Plus } from 'lucide-react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { stockTaskStep } from '#lib/api/stock-task.ts';
import { useAddStock } from '../add/api.ts';

/** Adds a stock that the page shows in vain because it is not on the list. */
export function AddToList({ symbol, onAdded }: { symbol: string; onAdded: () => void }) {
  const { state, isBusy, start } = useAddStock(onAdded);
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
