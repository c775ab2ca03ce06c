import type { PersonalAccessToken } from '@stockbook/api/schemas';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { useRevokeToken, useTokens } from '../api.ts';
import { scopeLabels } from './token-scopes.ts';

/** The user's tokens, newest first. */
export function TokenList() {
  const { data, error, isPending, refetch } = useTokens();
  return (
    <div className="mt-5 border-t border-line pt-2">
      {isPending && <Skeleton className="my-2 h-11" />}
      <QueryError error={error} fallback="Failed to load the tokens" onRetry={refetch} className="my-2" />
      {data?.tokens.length === 0 && (
        <p className="flex h-15 items-center text-sm text-muted">You have no tokens.</p>
      )}
      <ul aria-label="Tokens" className="divide-y divide-line">
        {data?.tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
    </div>
  );
}

function lastUse({ last_used_at, last_used_address }: PersonalAccessToken): string {
  if (last_used_at === null) return 'never';
  return [formatDate(last_used_at), last_used_address].filter(Boolean).join(' · ');
}

function TokenRow({ token }: { token: PersonalAccessToken }) {
  const { confirm } = useAlerts();
  const { revoke, isRevoking, error } = useRevokeToken(token);
  const hasExpired = Date.parse(token.expires_at) <= Date.now();

  async function confirmAndRevoke() {
    const question = `Revoke the token “${token.name}”? Whatever uses it stops working at once.`;
    if (await confirm(question, 'Revoke')) revoke();
  }

  return (
    <li className="py-2.5">
      <div className="flex items-center gap-4">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2.5 text-sm font-medium">
            <span className="min-w-0">{token.name}</span>
            <Badge>{scopeLabels[token.scope]}</Badge>
            {hasExpired && <Badge tone="warn">Expired</Badge>}
          </p>
          <dl className="numeric flex flex-wrap gap-x-4 text-xs leading-5 text-muted">
            <Fact name="Created" value={formatDate(token.created_at)} />
            <Fact name="Last used" value={lastUse(token)} />
            <Fact name={hasExpired ? 'Expired' : 'Expires'} value={formatDate(token.expires_at)} />
          </dl>
        </div>
        <Button
          size="sm"
          aria-label={`Revoke ${token.name}`}
          disabled={isRevoking}
          onClick={confirmAndRevoke}
        >
          Revoke
        </Button>
      </div>
      <QueryError error={error} fallback="Failed to revoke the token" className="mt-2" />
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
