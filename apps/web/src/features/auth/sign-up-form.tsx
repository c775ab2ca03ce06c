import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useForm } from '#hooks/use-form.ts';
import { useInitialFocus } from '#hooks/use-initial-focus.ts';
import { publicClient } from '#lib/api/public-client.ts';
import { minPasswordLength, minUsernameLength } from '#lib/api/schemas.ts';
import { useSession } from '#lib/session/session-context.ts';
import type { Session } from '#lib/session/types.ts';
import { AuthPage } from './auth-page.tsx';
import { authenticate } from './authenticate.ts';
import { type SignUpValues, validateSignUp } from './validate-sign-up.ts';

const empty = { first_name: '', last_name: '', email: '', username: '', password: '', confirmation: '' };

/** Creates an account and signs in. Rejects with a `FormFailure`. */
function signUp(session: Session, values: SignUpValues): Promise<void> {
  const { email, username, password, first_name, last_name } = values;
  const call = publicClient.auth.register.mutate({ email, username, password, first_name, last_name });
  return authenticate(session, call, 'Registration failed');
}

/** Whether the operator has closed the sign-up. False until the server has answered, which then refuses the form. */
function useIsSignUpClosed(): boolean {
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => {
    publicClient.system.version.query().then(
      ({ sign_up }) => setIsClosed(sign_up === 'closed'),
      // The form stays: submitting it shows the error.
      () => {},
    );
  }, []);
  return isClosed;
}

function SignUpClosed() {
  return (
    <p role="status" className="rounded-md bg-sunken px-3.5 py-2.5 text-sm font-medium">
      Sign-up is closed here. Ask the operator for an account
    </p>
  );
}

export function SignUpForm() {
  const navigate = useNavigate();
  const session = useSession();
  const isClosed = useIsSignUpClosed();
  const firstField = useInitialFocus<HTMLInputElement>();
  const form = useForm({
    initial: empty,
    validate: validateSignUp,
    submit: async (values) => {
      await signUp(session, values);
      await navigate({ to: '/dashboard' });
    },
  });

  return (
    <AuthPage
      title="Create your account"
      subtitle="Your watch list, notes and indicators are yours alone."
      footer={
        <>
          Have an account already?{' '}
          <Link to="/login" className="font-medium text-accent underline-offset-4 hover:underline">
            Sign in
          </Link>
        </>
      }
    >
      {isClosed ? (
        <SignUpClosed />
      ) : (
        <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
          {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
          <div className="grid grid-cols-2 gap-3">
            <TextField
              ref={firstField}
              label="First name"
              autoComplete="given-name"
              hint="Optional"
              {...form.field('first_name')}
            />
            <TextField
              label="Last name"
              autoComplete="family-name"
              hint="Optional"
              {...form.field('last_name')}
            />
          </div>
          <TextField label="Email" type="email" autoComplete="email" required {...form.field('email')} />
          <TextField
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={`At least ${minUsernameLength} characters`}
            {...form.field('username')}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            required
            hint={`At least ${minPasswordLength} characters`}
            {...form.field('password')}
          />
          <TextField
            label="Confirm password"
            type="password"
            autoComplete="new-password"
            required
            {...form.field('confirmation')}
          />
          <Button type="submit" variant="primary" size="lg" disabled={form.isBusy} className="mt-1">
            {form.isBusy ? 'Creating Account...' : 'Create Account'}
          </Button>
        </form>
      )}
    </AuthPage>
  );
}
