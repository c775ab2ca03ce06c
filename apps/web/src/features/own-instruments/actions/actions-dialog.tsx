import type { Instrument } from '@stockbook/api/schemas';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { ActionForm } from './action-form.tsx';
import { ActionList } from './action-list.tsx';
import { useActionsOf } from './use-actions.ts';

interface ActionsDialogProps {
  instrument: Instrument;
  /** Formats an amount as the page does. */
  format: (price: number) => string;
  onClose: () => void;
}

/** The dividends and splits of an instrument, and the form of a new one. */
export function ActionsDialog({ instrument, format, onClose }: ActionsDialogProps) {
  const { symbol, pricing, quoted_in, first_date } = instrument;
  const { content, isLoading, error, refetch, isPending, last, failure, add, remove, undo } =
    useActionsOf(symbol);
  return (
    <Dialog title={`Dividends and splits of ${symbol}`} open size="lg" onClose={onClose}>
      <div className="space-y-3">
        <QueryError error={error} fallback="Failed to load own instruments" onRetry={refetch} />
        {failure && <ErrorBox message={failure[0]} detail={failure[1]} />}
        <div
          role="status"
          className="flex min-h-8 items-center gap-3 text-sm empty:hidden pointer-coarse:min-h-11"
        >
          {last && (
            <>
              {last.message}
              <Button size="sm" disabled={isPending} onClick={() => void undo(last)}>
                Undo
              </Button>
            </>
          )}
        </div>
        {isLoading && <Skeleton className="h-24" />}
        {!isLoading && !error && (
          <>
            <ActionList content={content} format={format} isBusy={isPending} onRemove={remove} />
            <ActionForm
              content={content}
              isPercent={quoted_in === 'percent'}
              firstDate={pricing === 'entered' ? first_date : null}
              onAdd={add}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
