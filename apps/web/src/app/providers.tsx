import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AlertsProvider } from '#components/feedback/alerts.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { ToastsProvider } from '#components/feedback/toasts.tsx';
import { createApiClient } from '#lib/api/api-client.ts';
import { connectionSentence, serverStatus } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { OfflineContext, useRestored, useSession, useSessionState } from '#lib/session/session-context.ts';
import { SharingQueryClient } from './tab-sync.ts';

const ConfirmationDialog = lazyWithReload(
  async () => (await import('#features/auth/confirmation/confirmation-dialog.tsx')).ConfirmationDialog,
);

/** Network errors and 5xx are often transient; a 4xx would repeat. */
function isWorthRetrying(error: unknown): boolean {
  const status = serverStatus(error);
  return status === null ? connectionSentence(error) !== null : status >= 500;
}

function createQueryClient(): SharingQueryClient {
  return new SharingQueryClient({
    defaultOptions: {
      queries: {
        // By default, queries pause without an error while the browser is offline.
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

/** Context of the pages behind sign-in. It lives as long as the session; so does the query cache. */
export function SignedInProviders({ children }: { children: ReactNode }) {
  const session = useSession();
  const [queryClient] = useState(createQueryClient);
  const { isUnreachable, user } = useSessionState();
  const isRestored = useRestored() !== null;
  /** The calls that wait for the user to confirm the sign-in. */
  const [waiting, setWaiting] = useState<readonly ((isConfirmed: boolean) => void)[]>([]);
  const [client] = useState(() =>
    createApiClient(session, () => new Promise((resolve) => setWaiting((before) => [...before, resolve]))),
  );

  function settle(isConfirmed: boolean) {
    setWaiting([]);
    for (const resolve of waiting) resolve(isConfirmed);
  }

  const userId = user?.id;
  useEffect(() => (userId === undefined ? undefined : queryClient.share(userId)), [queryClient, userId]);

  // Every call failed while the token could not be renewed.
  useEffect(() => {
    // After a sign-out, a call without a token would end the session again, without its message.
    if (isUnreachable || userId === undefined) return;
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [queryClient, isUnreachable, userId]);

  const wasRestored = useRef(false);
  // The pages show an earlier visit until now. After a sign-out, nothing is fetched any more.
  useEffect(() => {
    if (wasRestored.current && !isRestored && userId !== undefined) void queryClient.invalidateQueries();
    wasRestored.current = isRestored;
  }, [queryClient, isRestored, userId]);

  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        {/* The content security policy forbids inline style sheets: styles.css contains Base UI's. */}
        <CSPProvider disableStyleElements>
          <ToastsProvider>
            <AlertsProvider>
              <OfflineContext value={isRestored}>{children}</OfflineContext>
            </AlertsProvider>
          </ToastsProvider>
          {waiting.length > 0 && (
            <SectionBoundary name="The confirmation">
              <ConfirmationDialog onSettled={settle} />
            </SectionBoundary>
          )}
        </CSPProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
