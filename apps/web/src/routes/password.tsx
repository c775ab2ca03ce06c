import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { Button } from '#components/ui/button.tsx';
import { AuthPage } from '#features/auth/auth-page.tsx';
import { PasswordForm } from '#features/settings/password/password-form.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';
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
  const navigate = useNavigate();
  const session = useSession();
  return (
    <SignedInProviders>
      <AuthPage
        title="Choose a new password"
        subtitle="Yours was set by the operator. It works only for choosing your own."
        footer={
          <>
            Not now?{' '}
            <Button variant="quiet" size="sm" onClick={() => void session.logout()}>
              Logout
            </Button>
          </>
        }
      >
        <PasswordForm onChanged={() => void navigate({ to: '/dashboard' })} />
      </AuthPage>
    </SignedInProviders>
  );
}
