import type { AppRouter } from '@stockbook/api';
import { createTRPCReact } from '@trpc/react-query';
import { hasPasskeys } from '../has-passkeys.ts';
import type { ApiClient } from './api-client.ts';

/** The server's procedures as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** The client of the hooks, for calls whose responses are not cached. */
export function useApiClient(): ApiClient {
  return trpc.useUtils().client;
}

/** The number of most used indicators, which the catalogue lists first. */
export const presetCount = 8;

/** The indicators that the server can calculate. Constant until the server is updated. */
export function useCatalogue(isEnabled = true) {
  return trpc.indicators.catalogue.useQuery(undefined, {
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether passkeys are possible here, by the browser and the server; undefined until the server has answered. */
export function usePasskeysPossible(): boolean | undefined {
  const { data } = trpc.system.version.useQuery(undefined, {
    enabled: hasPasskeys(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return hasPasskeys() ? data?.sign_in.passkeys : false;
}

/** Whether the user can confirm a sign-in by a passkey here. */
export function useOwnPasskey(): boolean {
  const isPossible = usePasskeysPossible() ?? false;
  const { data } = trpc.auth.passkeys.useQuery(undefined, { enabled: hasPasskeys() });
  return isPossible && (data?.total ?? 0) > 0;
}

/** The name of the identity provider by which the user can confirm a sign-in; null if there is none. */
export function useConnectedProvider(): string | null {
  const { data } = trpc.auth.providerConnection.useQuery();
  return data?.is_connected ? data.name : null;
}
