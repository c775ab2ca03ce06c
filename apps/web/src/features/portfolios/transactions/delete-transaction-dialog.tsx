import type { Transaction } from '@stockbook/api/schemas';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { FormFailure, useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { useDeleteTransaction } from './api.ts';
import { describeTransaction } from './transaction-shapes.ts';

interface DeleteTransactionDialogProps {
  portfolioId: string;
  transaction: Transaction;
  onClose: () => void;
}

/** Asks before a transaction is deleted. */
export function DeleteTransactionDialog({ portfolioId, transaction, onClose }: DeleteTransactionDialogProps) {
  const { mutateAsync } = useDeleteTransaction();
  const form = useForm({
    initial: {},
    validate: () => ({}),
    submit: async () => {
      await mutateAsync({ portfolioId, transactionId: transaction.id }).catch((error: unknown) => {
        throw new FormFailure(...describeFailure(error, 'Failed to delete transaction'));
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete this transaction?"
      form={form}
      onClose={onClose}
      action={form.isBusy ? 'Deleting...' : 'Delete'}
      isDangerous
    >
      <p className="text-sm font-medium">{describeTransaction(transaction)}</p>
      <p className="text-sm text-muted">Your figures change at once.</p>
      {transaction.transfer_id !== null && (
        <p className="text-sm text-muted">
          It is one side of a transfer: the transaction in the other portfolio is deleted, too.
        </p>
      )}
    </FormDialog>
  );
}
