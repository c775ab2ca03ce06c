import { useRef } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { useForm } from '#hooks/use-form.ts';
import { useDeleteAccount } from '../api.ts';

/** Deletes the account after its username was typed. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const deleteAccount = useDeleteAccount();
  const username = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { username: '' },
    validate: (values) => (values.username.trim() === '' ? { username: 'Username is required' } : {}),
    submit: (values) => deleteAccount(values.username.trim()),
  });

  return (
    <Dialog
      title="Delete your account?"
      open
      onClose={() => !form.isBusy && onClose()}
      initialFocus={username}
    >
      <form noValidate onSubmit={form.onSubmit} className="space-y-4">
        {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
        <p className="text-sm">
          Your watch list, notes, strategies and portfolios are deleted for good. Backups keep them until they
          are replaced.
        </p>
        <TextField
          ref={username}
          label="Type your username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('username')}
        />
        <div className="flex justify-end gap-2 pt-1">
          <Button disabled={form.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={form.isBusy}>
            {form.isBusy ? 'Deleting...' : 'Delete account'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
