import { useRef } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { useDeleteAccount } from '../api.ts';

/** Deletes the account after its username was typed. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useDeleteAccount();
  const username = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { username: '' },
    validate: (values) => (values.username.trim() === '' ? { username: 'Username is required' } : {}),
    submit: async (values) => void (await mutateAsync({ confirmation: values.username.trim() })),
    describe: (error) => describeFailure(error, 'Failed to delete your account'),
  });

  return (
    <FormDialog
      title="Delete your account?"
      form={form}
      onClose={onClose}
      initialFocus={username}
      action={form.isBusy ? 'Deleting...' : 'Delete account'}
      isDangerous
    >
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
    </FormDialog>
  );
}
