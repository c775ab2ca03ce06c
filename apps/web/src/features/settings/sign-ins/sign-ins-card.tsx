import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { QueryError } from '../../../components/feedback/query-error.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useSignOutEverywhere } from '../api/use-sign-out-everywhere.ts';

/** Ends all sessions of the user, for example after losing a device. */
export function SignInsCard() {
  const { confirm } = useAlerts();
  const { mutate: signOut, isPending, isSuccess, error } = useSignOutEverywhere();

  async function confirmAndSignOut() {
    if (await confirm('Sign out on this device and on all others?', 'Sign out everywhere')) signOut();
  }

  const isSigningOut = isPending || isSuccess;
  return (
    <Card title="Sign-ins">
      <p className="mb-3 text-sm text-muted">
        Ends your sign-in on this device and on all others. Personal access tokens keep working: revoke those
        one by one.
      </p>
      {error && <QueryError error={error} fallback="Failed to sign out everywhere" className="mb-3" />}
      <Button disabled={isSigningOut} onClick={confirmAndSignOut}>
        {isSigningOut ? 'Signing out...' : 'Sign out everywhere'}
      </Button>
    </Card>
  );
}
