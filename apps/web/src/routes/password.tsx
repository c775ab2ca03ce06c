import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { Button } from '#components/ui/button.tsx';
import { AuthPage } from '#features/auth/auth-page.tsx';
import { PasswordForm } from '#features/settings/password/password-form.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useSession } from '#lib/session/session-context.ts';
import { SignedInProviders } from '../app/providers.tsx';

/** The only page of users whose password the operator has set. */
export const Route = createFileRoute('/password')({
  beforeLoad: ({ context }) => {
    if (context.session.getState().status !== 'authenticated') throw redirect({ to: '/login' });
  },
  component: Password,
});

function Password() {
  usePageTitle('Choose a new password');
  return (
    <SignedInProviders>
      <ChooseNewPassword />
    </SignedInProviders>
  );
}

function ChooseNewPassword() {
  const navigate = useNavigate();
  const session = useSession();
  const { must_change_until: validUntil } = trpc.auth.password.useQuery().data ?? {};
  // Only a passkey or the identity provider signs in to an account whose password has expired.
  const hasExpired = typeof validUntil === 'string' && Date.parse(validUntil) <= Date.now();
  return (
    <AuthPage
      title="Choose a new password"
      subtitle={
        hasExpired
          ? 'Yours was set by the operator and has expired.'
          : 'Yours was set by the operator. It works only for choosing your own.'
      }
      footer={
        <>
          Not now?{' '}
          <Button variant="quiet" size="sm" onClick={() => void session.logout()}>
            Logout
          </Button>
        </>
      }
    >
      <PasswordForm hasPassword={!hasExpired} onChanged={() => void navigate({ to: '/dashboard' })} />
    </AuthPage>
  );
}
