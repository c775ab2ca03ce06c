import { useState } from 'react';
import { useAlerts } from '../../components/feedback/alerts.tsx';
import { ErrorBox } from '../../components/feedback/error-box.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { connectionSentence, errorSentence } from '../../lib/api/server-error.ts';
import { useApiClient } from '../../lib/api/trpc.ts';
import { useSession } from '../../lib/session/session-context.ts';

/** Ends all sessions of the user, for example after losing a device. */
export function SignInsCard() {
  const { confirm } = useAlerts();
  const session = useSession();
  const client = useApiClient();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function confirmAndSignOut() {
    if (!(await confirm('Sign out on this device and on all others?', 'Sign out everywhere'))) return;
    setIsSigningOut(true);
    setFailure(null);
    try {
      await client.auth.logoutAll.mutate();
      session.clear();
    } catch (error) {
      setFailure(error);
      setIsSigningOut(false);
    }
  }

  return (
    <Card title="Sign-ins">
      <p className="mb-3 text-sm text-muted">
        Ends your sign-in on this device and on all others. Personal access tokens keep working: revoke those
        one by one.
      </p>
      {failure !== null && (
        <ErrorBox
          message={errorSentence(failure, 'Failed to sign out everywhere')}
          detail={connectionSentence(failure)}
          className="mb-3"
        />
      )}
      <Button disabled={isSigningOut} onClick={confirmAndSignOut}>
        {isSigningOut ? 'Signing out...' : 'Sign out everywhere'}
      </Button>
    </Card>
  );
}
