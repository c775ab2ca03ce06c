import { useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useSignOutEverywhere } from '../api.ts';
import { SignInList } from './sign-in-list.tsx';

/** The sign-ins of the user: ends one, or all of them, for example after losing a device. */
export function SignInsCard() {
  const { confirm } = useAlerts();
  const { mutate: signOut, isPending, isSuccess, error } = useSignOutEverywhere();
  const [revokesTokens, setRevokesTokens] = useState(false);

  async function confirmAndSignOut() {
    if (await confirm('Sign out on this device and on all others?', 'Sign out everywhere')) {
      signOut({ tokens: revokesTokens });
    }
  }

  const isSigningOut = isPending || isSuccess;
  return (
    <Card title="Sign-ins" headingLevel={3}>
      <SignInList />
      <QueryError error={error} fallback="Failed to sign out everywhere" className="mb-3" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
        <Button disabled={isSigningOut} onClick={confirmAndSignOut}>
          {isSigningOut ? 'Signing out...' : 'Sign out everywhere'}
        </Button>
        <Checkbox
          label="Also revoke my personal access tokens"
          checked={revokesTokens}
          disabled={isSigningOut}
          onChange={setRevokesTokens}
        />
      </div>
    </Card>
  );
}
