import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { AlertsProvider } from '../components/feedback/alerts.tsx';
import { createApiClient } from '../lib/api/api-client.ts';
import { connectionSentence, serverStatus } from '../lib/api/server-error.ts';
import { trpc } from '../lib/api/trpc.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';

/** A broken or unreachable server may be back in a second; what it refused, it will refuse again. */
function isWorthRetrying(error: unknown): boolean {
  const status = serverStatus(error);
  return status === null ? connectionSentence(error) !== null : status >= 500;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Being offline is an answer to show, not a reason to wait in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 1000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** What the pages of a signed-in visitor share. It lives as long as the sign-in, and with it all that was fetched. */
export function SignedInProviders({ children }: { children: ReactNode }) {
  const session = useSession();
  const [queryClient] = useState(createQueryClient);
  const { isUnreachable } = useSessionState();
  const [client] = useState(() => createApiClient(session));

  // While the token could not be renewed every call failed.
  useEffect(() => {
    if (isUnreachable) return;
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [queryClient, isUnreachable]);

  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <AlertsProvider>{children}</AlertsProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
