import type { Transaction } from '@stockbook/api/schemas';
import { Copy, Pencil, Trash2 } from 'lucide-react';
import { ActionMenu } from '#components/ui/overlay/action-menu.tsx';
import { describeTransaction } from './transaction-shapes.ts';

export interface RowActions {
  readonly onEdit: (transaction: Transaction) => void;
  readonly onDuplicate: (transaction: Transaction) => void;
  readonly onDelete: (transaction: Transaction) => void;
}

/** The actions of a row. One side of a transfer is not duplicated: the copy would have no other side. */
export function RowMenu({ transaction, actions }: { transaction: Transaction; actions: RowActions }) {
  const duplicate = {
    label: 'Duplicate',
    icon: <Copy aria-hidden="true" />,
    onSelect: () => actions.onDuplicate(transaction),
  };
  return (
    <ActionMenu
      label={`Actions: ${describeTransaction(transaction)}`}
      actions={[
        {
          label: 'Edit',
          icon: <Pencil aria-hidden="true" />,
          onSelect: () => actions.onEdit(transaction),
        },
        ...(transaction.transfer_id === null ? [duplicate] : []),
        {
          label: 'Delete',
          icon: <Trash2 aria-hidden="true" />,
          onSelect: () => actions.onDelete(transaction),
        },
      ]}
    />
  );
}
