import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { Session } from '../session/types.ts';
import { timedFetch } from './timed-fetch.ts';

export type ApiClient = TRPCClient<AppRouter>;

/**
 * Calls the server with the session's access token. A 401 invalidates that token; the caller gets the response either
 * way. One HTTP request per call, so that a slow answer does not delay a quick one.
 */
export function createApiClient(session: Session): ApiClient {
  async function authorizedFetch(
    input: RequestInfo | URL | string,
    init: RequestInit = {},
  ): Promise<Response> {
    const accessToken = await session.accessToken();
    if (accessToken === null) {
      // Signed out: the page that made this call is about to go.
      session.invalidate(null);
      throw new Error('Nobody is signed in.');
    }
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${accessToken}`);
    const response = await timedFetch(input, { ...init, headers });
    if (response.status === 401) session.invalidate(accessToken);
    return response;
  }
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', fetch: authorizedFetch })] });
}
