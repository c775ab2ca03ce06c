import type { Transaction } from '@stockbook/api/schemas';
import { useLayoutEffect, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { type Saved, useConvertShares, useDeleteTransaction } from './api.ts';
import { describeTransaction } from './transaction-shapes.ts';

interface SavedWarningsProps {
  portfolioId: string;
  saved: Saved;
  /** Receives null if the transaction was deleted. */
  onDone: (saved: Saved | null) => void;
  onEdit: (transaction: Transaction) => void;
}

/** The warnings about a transaction that was stored, one question after the other. */
export function SavedWarnings({ portfolioId, saved, onDone, onEdit }: SavedWarningsProps) {
  const [current, setCurrent] = useState(saved);
  const convert = useConvertShares(portfolioId);
  const remove = useDeleteTransaction();
  const heading = useRef<HTMLParagraphElement>(null);
  const { transaction, warnings } = current;
  const [warning, ...later] = warnings;
  const message = warning?.message;
  const factor = warning?.factor;
  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (message !== undefined) heading.current?.focus();
  }, [message]);
  if (!warning) return null;

  const isBusy = convert.isPending || remove.isPending;

  function answer(next: Saved) {
    if (next.warnings.length === 0) onDone(next);
    else setCurrent(next);
  }
  const keep = () => answer({ transaction, warnings: later });

  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">Saved: {describeTransaction(transaction)}</p>
      <p ref={heading} tabIndex={-1} className="text-base font-medium outline-none">
        {warning.message}
      </p>
      <QueryError error={convert.error} fallback="Failed to save transaction" />
      <QueryError error={remove.error} fallback="Failed to delete transaction" />
      <div className="flex flex-wrap justify-end gap-2">
        {factor !== undefined && (
          <>
            <Button disabled={isBusy} onClick={keep}>
              No, keep them
            </Button>
            <Button
              variant="primary"
              disabled={isBusy}
              onClick={() => convert.mutate({ transaction, factor }, { onSuccess: answer })}
            >
              Yes, convert them
            </Button>
          </>
        )}
        {warning.kind === 'unusual_price' && (
          <>
            <Button onClick={() => onEdit(transaction)}>Edit it</Button>
            <Button variant="primary" onClick={keep}>
              Keep it
            </Button>
          </>
        )}
        {warning.kind === 'equal_exists' && (
          <>
            <Button
              variant="danger"
              disabled={isBusy}
              onClick={() =>
                remove.mutate(
                  { portfolioId, transactionId: transaction.id },
                  { onSuccess: () => onDone(null) },
                )
              }
            >
              {remove.isPending ? 'Deleting...' : 'Delete this one'}
            </Button>
            <Button variant="primary" disabled={isBusy} onClick={keep}>
              Keep both
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
