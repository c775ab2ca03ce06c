import type { Portfolio } from '@stockbook/api/schemas';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { newValues, textOf } from './transaction-shapes.ts';

const TransactionDialog = lazyWithReload(
  async () => (await import('./transaction-dialog.tsx')).TransactionDialog,
);

interface AddTransactionProps {
  portfolio: Portfolio;
  /** Text of the button, which is then small; by default it is that of the page. */
  label?: string;
  /** Fills in the form. */
  initial?: {
    readonly type?: 'BUY' | 'DEPOSIT' | 'TRANSFER_IN';
    readonly date?: string;
    readonly symbol?: string;
    readonly amount?: number;
    /** In place of a price. */
    readonly total?: number;
    readonly currency?: string;
  };
}

/** A button with the dialog that adds a transaction, whose code is loaded on opening. */
export function AddTransaction({ portfolio, label, initial }: AddTransactionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const values = () =>
    newValues({
      ...initial,
      amount: textOf(initial?.amount ?? null),
      total: textOf(initial?.total ?? null),
    });
  return (
    <>
      {label === undefined ? (
        <Button variant="primary" onClick={() => setIsOpen(true)}>
          <Plus aria-hidden="true" /> Add Transaction
        </Button>
      ) : (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          {label}
        </Button>
      )}
      {isOpen && (
        <SectionBoundary name="The form that adds a transaction">
          <TransactionDialog
            portfolio={portfolio}
            task={{ kind: 'add', values: values() }}
            onClose={() => setIsOpen(false)}
          />
        </SectionBoundary>
      )}
    </>
  );
}
