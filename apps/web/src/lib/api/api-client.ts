import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { Session } from '../session/types.ts';
import { timedFetch } from './timed-fetch.ts';

export type ApiClient = TRPCClient<AppRouter>;

/**
 * Calls the server with the session's access token. A 401 invalidates that token and is also returned to the caller.
 * Calls are not batched, so that a slow response does not delay a fast one.
 */
export function createApiClient(session: Session): ApiClient {
  async function authorizedFetch(
    input: RequestInfo | URL | string,
    init: RequestInit = {},
  ): Promise<Response> {
    const accessToken = await session.accessToken();
    if (accessToken === null) {
      // Signed out: the page that made this call is about to unmount.
      session.invalidate(null);
      throw new Error('Not signed in.');
    }
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${accessToken}`);
    const response = await timedFetch(input, { ...init, headers });
    if (response.status === 401) session.invalidate(accessToken);
    return response;
  }
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', fetch: authorizedFetch })] });
}
