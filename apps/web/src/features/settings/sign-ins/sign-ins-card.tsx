import type { ActiveSignIn } from '@stockbook/api/schemas';
import { useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { formatDay, formatLocalDate } from '#lib/format/dates.ts';
import { useEndSignIn, useSignIns, useSignOutEverywhere } from '../api.ts';

/** A sign-in of the user; all but the current one can be ended. */
function SignInRow({ signIn }: { signIn: ActiveSignIn }) {
  const { confirm } = useAlerts();
  const { end, isEnding, error } = useEndSignIn(signIn);
  const client = signIn.client ?? 'an unknown device';

  async function confirmAndEnd() {
    if (await confirm(`Sign out ${client}? It stops working at once.`, 'Sign out')) end();
  }

  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="flex flex-wrap items-center gap-x-2.5 text-sm font-medium">
            <span className="min-w-0 break-words">
              {[signIn.client ?? 'Unknown device', signIn.address].filter(Boolean).join(' · ')}
            </span>
            {signIn.is_current && <Badge tone="accent">This device</Badge>}
          </p>
          <p className="text-xs leading-5 text-muted">
            Signed in {formatLocalDate(signIn.created_at)} · last used {formatDay(signIn.last_used_at)}
          </p>
        </div>
        {!signIn.is_current && (
          <Button size="sm" aria-label={`Sign out ${client}`} disabled={isEnding} onClick={confirmAndEnd}>
            Sign out
          </Button>
        )}
      </div>
      <QueryError error={error} fallback="Failed to end the sign-in" className="mt-2" />
    </li>
  );
}

const shownAtFirst = 5;
/** More than a user can have: see docs/limits.md. */
const maxShown = 100;

function SignInList() {
  const [limit, setLimit] = useState(shownAtFirst);
  const { data, error, isPending, isPlaceholderData, refetch } = useSignIns(limit);
  return (
    <div className="mb-4">
      {isPending && <Skeleton className="my-2 h-11" />}
      <QueryError error={error} fallback="Failed to load sign-ins" onRetry={refetch} />
      <ul aria-label="Sign-ins" aria-busy={isPlaceholderData} className="divide-y divide-line">
        {data?.sign_ins.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} />
        ))}
      </ul>
      {data && data.total > data.sign_ins.length && (
        <Button size="sm" disabled={isPlaceholderData} onClick={() => setLimit(maxShown)}>
          {isPlaceholderData ? 'Loading...' : `Show all ${data.total}`}
        </Button>
      )}
    </div>
  );
}

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
