import type { Portfolio } from '@stockbook/api/schemas';
import { useRef, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import type { Saved } from './api.ts';
import { SavedWarnings } from './saved-warnings.tsx';
import { TransactionForm, type TransactionTask } from './transaction-form.tsx';
import { describeTransaction, newValues } from './transaction-shapes.ts';

interface TransactionDialogProps {
  portfolio: Portfolio;
  task: TransactionTask;
  /** Names the place in a series, for example `1 of 3`. */
  progress?: string;
  onClose: () => void;
  /** Called in place of `onClose` once a transaction is saved and its warnings are read. */
  onSaved?: () => void;
}

/** Adds or edits a transaction. */
export function TransactionDialog({
  portfolio,
  task,
  progress,
  onClose,
  onSaved = onClose,
}: TransactionDialogProps) {
  const [current, setCurrent] = useState({ task, id: 0 });
  const [saved, setSaved] = useState<{ saved: Saved; addsAnother: boolean } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const isChanged = useRef(false);
  const typeRef = useRef<HTMLSelectElement>(null);
  const { confirm } = useAlerts();

  async function dismiss() {
    if (saved) finish(saved.saved, false);
    else if (!isChanged.current || (await confirm('Close without saving?', 'Close'))) onClose();
  }

  function begin(next: TransactionTask) {
    setSaved(null);
    setCurrent(({ id }) => ({ task: next, id: id + 1 }));
  }

  /** `stored` is null if the transaction was deleted again. */
  function finish(stored: Saved | null, addsAnother: boolean) {
    if (!addsAnother) {
      onSaved();
      return;
    }
    setDone(stored && `Saved: ${describeTransaction(stored.transaction)}`);
    begin({
      kind: 'add',
      values: newValues(stored ? { type: stored.transaction.type, date: stored.transaction.date } : {}),
    });
  }

  const verb = current.task.kind === 'edit' ? 'Edit' : 'Add';
  return (
    <Dialog
      title={`${verb} Transaction${progress ? ` (${progress})` : ''}`}
      open
      initialFocus={typeRef}
      onClose={() => void dismiss()}
    >
      {done && !saved && (
        <p role="status" className="mb-4 rounded-md bg-up-soft px-3.5 py-2.5 text-sm font-medium text-up">
          {done}
        </p>
      )}
      {saved ? (
        <SavedWarnings
          portfolioId={portfolio.id}
          saved={saved.saved}
          onDone={(last) => finish(last, saved.addsAnother)}
          onEdit={(transaction) => begin({ kind: 'edit', transaction })}
        />
      ) : (
        <TransactionForm
          key={current.id}
          portfolio={portfolio}
          task={current.task}
          isFirst={current.id === 0}
          typeRef={typeRef}
          isChanged={isChanged}
          onCancel={onClose}
          onSaved={(stored, addsAnother) => {
            isChanged.current = false;
            if (stored.warnings.length > 0) setSaved({ saved: stored, addsAnother });
            else finish(stored, addsAnother);
          }}
        />
      )}
    </Dialog>
  );
}
