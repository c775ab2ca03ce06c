import { useState } from 'react';
import { useAlerts } from '../../components/feedback/alerts.tsx';
import { QueryError } from '../../components/feedback/query-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
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
        <QueryError error={failure} fallback="Failed to sign out everywhere" className="mb-3" />
      )}
      <Button disabled={isSigningOut} onClick={confirmAndSignOut}>
        {isSigningOut ? 'Signing out...' : 'Sign out everywhere'}
      </Button>
    </Card>
  );
}
