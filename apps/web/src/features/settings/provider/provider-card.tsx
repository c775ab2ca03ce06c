import { useState } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { formatLocalDate } from '#lib/format/dates.ts';
import { providerProblem } from '#lib/session/provider-problem.ts';
import { useConnectProvider, useDisconnectProvider } from '../api.ts';

/** The sign-in by the identity provider of the server; nothing without one. */
export function ProviderCard() {
  const { data } = trpc.auth.providerConnection.useQuery();
  const connect = useConnectProvider();
  const disconnect = useDisconnectProvider();
  const [fragment] = useState(() => window.location.hash);
  if (!data || data.name === null) return null;
  const { name } = data;
  const problem = providerProblem(fragment, name);
  return (
    <Card title="Connected sign-in" headingLevel={3}>
      <p className="mb-4 text-sm text-muted">{name} signs you in without the password of Stockbook.</p>
      {problem && <ErrorBox message={problem} className="mb-3" />}
      <QueryError error={connect.error} fallback={`Failed to connect ${name}`} className="mb-3" />
      <QueryError error={disconnect.error} fallback={`Failed to disconnect ${name}`} className="mb-3" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm font-medium">
          {data.connected_at === null
            ? 'Not connected'
            : `Connected since ${formatLocalDate(data.connected_at)}`}
        </p>
        {data.is_connected ? (
          <Button disabled={disconnect.isPending} onClick={() => disconnect.mutate()}>
            Disconnect
          </Button>
        ) : (
          <Button disabled={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
            Connect {name}
          </Button>
        )}
      </div>
    </Card>
  );
}
