import { useRef } from 'react';
import { PasskeyButton } from '#components/passkey-button.tsx';
import { ProviderButton } from '#components/provider-button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc, useConnectedProvider, useOwnPasskey } from '#lib/api/trpc.ts';
import { CodeField } from '../code-field.tsx';

/**
 * Asks for the password, and for a code if two-step sign-in is on, or for a passkey or the identity provider, before a
 * call that needs a confirmed sign-in.
 */
export function ConfirmationDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const needsCode = trpc.auth.secondFactor.useQuery().data?.is_on ?? false;
  const hasPasskey = useOwnPasskey();
  const provider = useConnectedProvider();
  const { mutateAsync: confirm } = trpc.auth.confirm.useMutation();
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { password: '', code: '' },
    validate: (values) => ({
      ...(values.password === '' ? { password: 'Password is required' } : {}),
      ...(needsCode && values.code.trim() === '' ? { code: 'Code is required' } : {}),
    }),
    submit: async (values) => {
      await confirm({ password: values.password, ...(needsCode ? { code: values.code.trim() } : {}) });
      onSettled(true);
    },
    describe: (error) => describeFailure(error, 'Failed to confirm your sign-in'),
  });

  return (
    <FormDialog
      title="Confirm it is you"
      form={form}
      onClose={() => onSettled(false)}
      initialFocus={password}
      action={form.isBusy ? 'Checking...' : 'Continue'}
    >
      <TextField
        ref={password}
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...form.field('password')}
      />
      {needsCode && <CodeField {...form.field('code')} />}
      {hasPasskey && <PasskeyButton onConfirmed={() => onSettled(true)} />}
      {provider !== null && <ProviderButton name={provider} />}
    </FormDialog>
  );
}
