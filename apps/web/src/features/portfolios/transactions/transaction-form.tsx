import type { Portfolio, Transaction } from '@stockbook/api/schemas';
import { type RefObject, useEffect, useRef } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import type { Saved } from './api.ts';
import { liveTotal } from './live-total.ts';
import { TransactionFields } from './transaction-fields.tsx';
import { type TransactionValues, valuesOf } from './transaction-shapes.ts';
import { useTransactionForm } from './use-transaction-form.ts';

/** The beginning of the form. */
export type TransactionTask =
  | { readonly kind: 'add'; readonly values: TransactionValues }
  | { readonly kind: 'edit'; readonly transaction: Transaction };

interface TransactionFormProps {
  portfolio: Portfolio;
  task: TransactionTask;
  /** The dialog gives the focus to its first form. */
  isFirst: boolean;
  typeRef: RefObject<HTMLSelectElement | null>;
  /** Is set to whether the form differs from its beginning. */
  isChanged: RefObject<boolean>;
  onCancel: () => void;
  onSaved: (saved: Saved, addsAnother: boolean) => void;
}

export function TransactionForm(props: TransactionFormProps) {
  const { portfolio, task, isFirst, typeRef, isChanged, onCancel, onSaved } = props;
  const edited = task.kind === 'edit' ? task.transaction : null;
  const formRef = useRef<HTMLFormElement>(null);
  const form = useTransactionForm({
    portfolio,
    initial: task.kind === 'edit' ? valuesOf(task.transaction) : task.values,
    edited,
    formRef,
    onSaved,
  });
  useEffect(() => {
    isChanged.current = form.isChanged;
  });
  useEffect(() => {
    if (!isFirst) typeRef.current?.focus();
  }, [isFirst, typeRef]);
  const isTransfer = edited !== null && edited.transfer_id !== null;

  return (
    <form ref={formRef} onSubmit={form.onSubmit} noValidate className="space-y-4">
      {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
      {isTransfer && (
        <p className="rounded-md bg-sunken px-3.5 py-2.5 text-sm">
          This is one side of a transfer: the transaction in the other portfolio changes with it.
        </p>
      )}
      <TransactionFields form={form} portfolio={portfolio} isTypeFixed={isTransfer} typeRef={typeRef} />
      <DialogFoot>
        {/* Of a fixed height: the sum appears while one types. */}
        <output aria-label="Sum" className="numeric block min-h-10 text-sm text-muted">
          {liveTotal(form.values, form, form.day, form.takesAccrued ? form.accrued : '')}
        </output>
        <p role="status" className="sr-only">
          {form.adding && `Adding ${form.adding} to your stocks...`}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.isBusy} onClick={onCancel}>
            Cancel
          </Button>
          {edited === null && (
            <Button disabled={form.isBusy} onClick={() => void form.submit(true)}>
              Save and add another
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={form.isBusy}>
            {form.isBusy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </DialogFoot>
    </form>
  );
}
