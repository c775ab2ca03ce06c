import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { type FieldErrors, useForm } from '#hooks/use-form.ts';
import { changePasswordInput } from '#lib/api/schemas.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { useSessionState } from '#lib/session/session-context.ts';
import { useChangePassword } from '../api.ts';

interface Passwords {
  current_password: string;
  new_password: string;
  confirmation: string;
}

/** Applies the server's schema, and checks the confirmation, which the server does not receive. */
function validate(values: Passwords, hasPassword: boolean): FieldErrors<Passwords> {
  const errors: FieldErrors<Passwords> = {};
  const sent = hasPassword ? values : { new_password: values.new_password };
  for (const { path, message } of changePasswordInput.safeParse(sent).error?.issues ?? []) {
    const field = path[0];
    if (field === 'current_password' || field === 'new_password') errors[field] ??= message;
  }
  if (values.confirmation === '') errors.confirmation = 'Please confirm your password';
  else if (values.confirmation !== values.new_password) errors.confirmation = 'Passwords do not match';
  return errors;
}

interface PasswordFormProps {
  /** Whether the account has a password; that of an identity provider has none at first. */
  hasPassword?: boolean;
  /** Receives the message of the server. */
  onChanged: (message: string) => void;
  /** Buttons beside the one that submits. */
  actions?: ReactNode;
}

/** Changes or sets the password, and ends other sign-ins and tokens on request. */
export function PasswordForm({ hasPassword = true, onChanged, actions }: PasswordFormProps) {
  const { user } = useSessionState();
  const { mutateAsync: changePassword } = useChangePassword();
  const firstField = useRef<HTMLInputElement>(null);
  const [endsOthers, setEndsOthers] = useState(true);
  const [revokesTokens, setRevokesTokens] = useState(false);
  const form = useForm<Passwords>({
    initial: { current_password: '', new_password: '', confirmation: '' },
    validate: (values) => validate(values, hasPassword),
    submit: async ({ current_password, new_password }) => {
      const choices = { end_other_sign_ins: endsOthers, revoke_tokens: revokesTokens };
      const passwords = hasPassword ? { current_password, new_password } : { new_password };
      onChanged((await changePassword({ ...passwords, ...choices })).message);
    },
    describe: (error) => describeFailure(error, 'Failed to change the password'),
  });

  useEffect(() => firstField.current?.focus(), []);

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
      {/* Password managers store the new password under this name. */}
      <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
      {hasPassword && (
        <TextField
          ref={firstField}
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('current_password')}
        />
      )}
      <TextField
        ref={hasPassword ? undefined : firstField}
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint="15 or more characters are best"
        {...form.field('new_password')}
      />
      <TextField
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        required
        {...form.field('confirmation')}
      />
      <div className="grid justify-items-start gap-2">
        <Switch label="Sign out other devices" checked={endsOthers} onChange={setEndsOthers} />
        <Switch label="Revoke personal access tokens" checked={revokesTokens} onChange={setRevokesTokens} />
      </div>
      <div className="flex justify-end gap-2">
        {actions}
        <Button type="submit" variant="primary" disabled={form.isBusy}>
          {form.isBusy ? 'Changing...' : hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </div>
    </form>
  );
}
