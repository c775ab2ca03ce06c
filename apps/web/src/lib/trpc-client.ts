import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink } from '@trpc/client';
import { freshAccessToken } from './renew-token.ts';
import { timedFetch } from './timed-fetch.ts';
import { clearTokens, readTokens } from './token-storage.ts';

type Listener = () => void;
const refusalListeners = new Set<Listener>();

/** Calls back when the server answered 401 to a call, after the tokens are cleared. */
export function onRefusedToken(listener: Listener): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/**
 * Sends the access token with every request. On a 401 the stored tokens are cleared, unless they have been
 * replaced since the request left; the answer goes on to the caller either way.
 */
async function authorizedFetch(input: RequestInfo | URL | string, init: RequestInit = {}): Promise<Response> {
  const token = await freshAccessToken();
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await timedFetch(input, { ...init, headers });
  if (response.status === 401 && (readTokens()?.accessToken ?? null) === token) {
    clearTokens();
    for (const listener of refusalListeners) listener();
  }
  return response;
}

/** One request a call, so that a slow answer keeps no quick one waiting. */
export const links = [httpLink<AppRouter>({ url: '/trpc', fetch: authorizedFetch })];

/** Calls outside React; inside it, the hooks of `trpc.ts` use the same links. */
export const trpcClient = createTRPCClient<AppRouter>({ links });
