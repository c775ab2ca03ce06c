import type { ActiveSignIn } from '@stockbook/api/schemas';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatDay, formatLocalDate } from '#lib/format/dates.ts';
import { useEndSignIn } from '../api.ts';

/** A sign-in of the user; all but the current one can be ended. */
export function SignInRow({ signIn }: { signIn: ActiveSignIn }) {
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
          <p className="numeric text-xs leading-5 text-muted">
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
