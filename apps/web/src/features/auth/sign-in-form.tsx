import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useForm } from '#hooks/use-form.ts';
import { useInitialFocus } from '#hooks/use-initial-focus.ts';
import { publicClient } from '#lib/api/public-client.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useSession, useSessionState } from '#lib/session/session-context.ts';
import type { Session } from '#lib/session/types.ts';
import { AuthPage } from './auth-page.tsx';
import { authenticate, CodeRequired } from './authenticate.ts';
import { CodeField } from './code-field.tsx';
import { type SignInValues, validateSignIn } from './validate-sign-in.ts';

const OtherWays = lazyWithReload(async () => (await import('./other-ways.tsx')).OtherWays);

/** Signs in and authenticates the session. Rejects with a `FormFailure`, a `CodeRequired` if the code is missing. */
function signIn(session: Session, { email, password, code }: SignInValues): Promise<void> {
  const call = publicClient.auth.login.mutate({ email, password, ...(code === '' ? {} : { code }) });
  return authenticate(session, call, 'Login failed');
}

export function SignInForm() {
  const navigate = useNavigate();
  const session = useSession();
  const state = useSessionState();
  const message = state.status === 'anonymous' ? state.message : undefined;
  const firstField = useInitialFocus<HTMLInputElement>();
  const codeField = useRef<HTMLInputElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [offersPasskeys, setOffersPasskeys] = useState(false);
  const offerPasskeys = useCallback(() => setOffersPasskeys(true), []);
  const form = useForm({
    initial: { email: '', password: '', code: '' },
    validate: (values) => validateSignIn(values, needsCode),
    submit: async (values) => {
      try {
        await signIn(session, { ...values, code: values.code.trim() });
        await navigate({ to: '/dashboard' });
      } catch (error) {
        if (!(error instanceof CodeRequired) || needsCode) throw error;
        // The hint of the field says what to enter: nothing has failed yet.
        setNeedsCode(true);
      }
    },
  });

  useEffect(() => {
    if (needsCode && !form.isBusy) codeField.current?.focus();
  }, [needsCode, form.isBusy]);

  return (
    <AuthPage
      title="Sign In"
      subtitle="Welcome back to your watch list."
      footer={
        <>
          No account yet?{' '}
          <Link to="/register" className="font-medium text-accent underline-offset-4 hover:underline">
            Sign up
          </Link>
        </>
      }
      below={
        <SectionBoundary name="The other ways to sign in">
          <OtherWays onPasskeys={offerPasskeys} />
        </SectionBoundary>
      }
    >
      {message && (
        <p role="status" className="mb-4 rounded-md bg-sunken px-3.5 py-2.5 text-sm font-medium">
          {message}
        </p>
      )}
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
        <TextField
          ref={firstField}
          label="Email"
          type="email"
          autoComplete={offersPasskeys ? 'email webauthn' : 'email'}
          required
          {...form.field('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        {needsCode && <CodeField ref={codeField} {...form.field('code')} />}
        <Button type="submit" variant="primary" size="lg" disabled={form.isBusy} className="mt-1">
          {form.isBusy ? 'Signing In...' : 'Sign In'}
        </Button>
      </form>
    </AuthPage>
  );
}
