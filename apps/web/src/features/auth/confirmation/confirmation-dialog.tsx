import { useRef } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { FormFailure, useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { CodeField } from '../code-field.tsx';

/** Confirms the sign-in; rejects with a `FormFailure`. `needsCode`: two-step sign-in is on. */
function useConfirm() {
  const { data: secondFactor } = trpc.auth.secondFactor.useQuery();
  const { mutateAsync } = trpc.auth.confirm.useMutation();
  async function confirm(credentials: { password: string; code?: string }): Promise<void> {
    try {
      await mutateAsync(credentials);
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to confirm your sign-in'));
    }
  }
  return { confirm, needsCode: secondFactor?.is_on ?? false };
}

/** Asks for the password, and for a code if two-step sign-in is on, before a call that needs a confirmed sign-in. */
export function ConfirmationDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const { confirm, needsCode } = useConfirm();
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
  });

  return (
    <Dialog
      title="Confirm it is you"
      open
      onClose={() => !form.isBusy && onSettled(false)}
      initialFocus={password}
    >
      <form noValidate onSubmit={form.onSubmit} className="space-y-4">
        {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
        <TextField
          ref={password}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        {needsCode && <CodeField {...form.field('code')} />}
        <div className="flex justify-end gap-2 pt-1">
          <Button disabled={form.isBusy} onClick={() => onSettled(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={form.isBusy}>
            {form.isBusy ? 'Checking...' : 'Continue'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
