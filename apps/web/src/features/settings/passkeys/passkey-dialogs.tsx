import type { PasskeyOutput } from '@stockbook/api/schemas';
import { useRef } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { createPasskey, PasskeyCancelled } from '#lib/passkeys.ts';
import { useAddPasskey, useRenamePasskey, useThisClient } from '../api.ts';

const maxNameLength = 100;

function validateName({ name }: { name: string }) {
  if (name.trim() === '') return { name: 'Name is required' };
  return Array.from(name).length > maxNameLength
    ? { name: `Name must be at most ${maxNameLength} characters` }
    : {};
}

/** Asks for a name, then lets the browser make a passkey. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { requestOptions, add } = useAddPasskey();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { name: useThisClient() ?? '' },
    validate: validateName,
    submit: async ({ name }) => {
      await add({ name, response: await createPasskey(await requestOptions()) });
      onClose();
    },
    describe: (error) =>
      error instanceof PasskeyCancelled
        ? ['Failed to add passkey', 'The browser made none. Try again.']
        : describeFailure(error, 'Failed to add passkey'),
  });
  return (
    <FormDialog
      title="Name this passkey"
      form={form}
      onClose={onClose}
      initialFocus={field}
      action={form.isBusy ? 'Saving...' : 'Save'}
    >
      <TextField ref={field} label="Name" autoComplete="off" required {...form.field('name')} />
    </FormDialog>
  );
}

interface RenameProps {
  passkey: PasskeyOutput;
  onClose: () => void;
}

/** Changes the name of a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: RenameProps) {
  const { mutateAsync: rename } = useRenamePasskey();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { name: passkey.name },
    validate: validateName,
    submit: async ({ name }) => {
      await rename({ passkeyId: passkey.id, name });
      onClose();
    },
    describe: (error) => describeFailure(error, 'Failed to rename passkey'),
  });
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      form={form}
      onClose={onClose}
      initialFocus={field}
      action={form.isBusy ? 'Saving...' : 'Save'}
    >
      <TextField ref={field} label="Name" autoComplete="off" required {...form.field('name')} />
    </FormDialog>
  );
}
