import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { Requirement, Session } from '../session/types.ts';
import { refusalCode } from './server-error.ts';
import { timedFetch } from './timed-fetch.ts';

export type ApiClient = TRPCClient<AppRouter>;

/** By the code of the error response. */
const requirements: Readonly<Record<string, Requirement>> = {
  PASSWORD_CHANGE_REQUIRED: 'password',
  SECOND_FACTOR_SETUP_REQUIRED: 'second-factor',
};

/**
 * Calls the server with the session's access token. A 401 invalidates that token and is also returned to the caller. A
 * call that needs a confirmed sign-in is repeated once if `confirm` resolves with true. Calls are not batched, so
 * that a slow response does not delay a fast one.
 */
export function createApiClient(
  session: Session,
  confirm: () => Promise<boolean> = async () => false,
): ApiClient {
  async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const state = session.getState();
    if (state.status === 'authenticated' && state.restored) return state.restored.fetch(input, init);
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

  async function confirmedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const response = await authorizedFetch(input, init);
    if (response.status !== 403) return response;
    const code = await refusalCode(response);
    if (code === 'CONFIRMATION_REQUIRED') return (await confirm()) ? authorizedFetch(input, init) : response;
    const requirement = requirements[code ?? ''];
    if (requirement) session.setRequirement(requirement);
    return response;
  }

  return createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', fetch: confirmedFetch })] });
}
