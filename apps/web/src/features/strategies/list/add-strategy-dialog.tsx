import type { Catalogue } from '@stockbook/rules/language';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { TextField } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { useAttempts } from '#hooks/use-attempts.ts';
import { problemsOf, useCreateStrategy } from '../api/mutations.ts';
import { isSameRules } from '../editor/canonical-rules.ts';
import { StrategyFields } from '../editor/strategy-fields.tsx';
import { useStrategyDraft } from '../editor/use-strategy-draft.ts';
import type { StrategyExample } from '../examples.ts';
import type { RunnableRules } from '../runnable-rules.ts';

interface AddStrategyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The rules to begin with; null for none of the examples. */
  example: StrategyExample | null;
}

const firstRules: RunnableRules = {
  format: 'stockbook/1',
  entry: 'rsi(14) crosses above 30',
  exit: 'rsi(14) crosses above 70',
  stop_loss_percent: null,
  take_profit_percent: null,
  max_bars: null,
  scope: { watch_list: true },
};

/** Writes a new strategy, which is not live yet, and opens its page. */
export function AddStrategyDialog({ isOpen, onClose, example }: AddStrategyDialogProps) {
  const nameField = useRef<HTMLInputElement>(null);
  const isChanged = useRef(false);
  const { confirm } = useAlerts();

  /** By Escape or a click beside the dialog, which may be a slip. */
  async function dismiss() {
    if (!isChanged.current || (await confirm('Close without adding the strategy?', 'Close'))) onClose();
  }

  return (
    <Dialog
      title="Add Strategy"
      open={isOpen}
      onClose={() => void dismiss()}
      size="lg"
      initialFocus={nameField}
    >
      <WithCatalogue className="h-96">
        {(catalogue) => (
          <AddStrategyForm
            example={example}
            onClose={onClose}
            nameField={nameField}
            isChanged={isChanged}
            catalogue={catalogue}
          />
        )}
      </WithCatalogue>
    </Dialog>
  );
}

interface AddStrategyFormProps extends Omit<AddStrategyDialogProps, 'isOpen'> {
  nameField: RefObject<HTMLInputElement | null>;
  /** Is set to whether the form differs from what it began with. */
  isChanged: RefObject<boolean>;
  catalogue: Catalogue;
}

function AddStrategyForm({ example, onClose, nameField, isChanged, catalogue }: AddStrategyFormProps) {
  const firstName = example?.name ?? '';
  const first = example?.rules ?? firstRules;
  const draft = useStrategyDraft(first, catalogue);
  const [name, setName] = useState(firstName);
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, noteTry] = useAttempts(form);
  const create = useCreateStrategy();
  const navigate = useNavigate();
  const problems = problemsOf(create.error);
  const nameError = isChecked && name.trim() === '' ? 'Name is required' : problems.messageOf('name');
  useEffect(() => {
    isChanged.current = name !== firstName || !isSameRules(draft.rules, first, catalogue);
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    noteTry();
    if (create.isPending || !draft.isValid || name.trim() === '') return;
    create.mutate(
      { name: name.trim(), rules: { ...draft.rules }, is_active: false },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate({ to: '/strategies/$strategyId', params: { strategyId: id } });
        },
      },
    );
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-5">
      {example && <p className="-mt-3 text-sm text-muted">An example, not advice</p>}
      <TextField
        ref={nameField}
        label="Name"
        maxLength={100}
        value={name}
        error={nameError}
        onChange={(event) => setName(event.target.value)}
      />
      <StrategyFields draft={draft} catalogue={catalogue} isChecked={isChecked} problems={problems} />
      <DialogFoot>
        <QueryError error={create.error} fallback="Failed to save strategy" />
        <FormActions isBusy={create.isPending} onCancel={onClose}>
          {create.isPending ? 'Adding...' : 'Add Strategy'}
        </FormActions>
      </DialogFoot>
    </form>
  );
}
