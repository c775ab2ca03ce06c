import type { AppRouter } from '@stockbook/api';
import type { User } from '@stockbook/api/schemas';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { fetchAnswer, ServerUnavailableError } from './server-unavailable.ts';
import type { RenewedToken, SessionCalls } from './types.ts';

/** A client for one call with a given token. Unlike `createApiClient`, it does not use the session's token. */
function clientWith(accessToken: string | null, init: RequestInit = {}) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: '/trpc',
        headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
        fetch: (input, options) => fetchAnswer(input, { ...(options as RequestInit), ...init }),
      }),
    ],
  });
}

/** Rejects with the `ServerUnavailableError` that tRPC has wrapped. */
async function unwrap<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TRPCClientError && error.cause instanceof ServerUnavailableError) throw error.cause;
    throw error;
  }
}

/** The session's calls to the server. */
export const authCalls: SessionCalls = {
  async refresh(refreshToken) {
    const renewed: RenewedToken | null = await unwrap(
      clientWith(null).auth.refresh.mutate({ refresh_token: refreshToken, rotate: true }),
    );
    if (!renewed?.access_token || Number.isNaN(Date.parse(renewed.expires_at))) {
      throw new Error('The token renewal returned no access token or no expiry.');
    }
    return renewed;
  },

  async me(accessToken) {
    const user: User | null = await unwrap(clientWith(accessToken).auth.me.query());
    if (!user?.id) throw new Error('The session check returned no user.');
    return user;
  },

  async revoke(accessToken) {
    // `keepalive`: users often close the page after signing out, which would abort the request.
    await unwrap(clientWith(accessToken, { keepalive: true }).auth.logout.mutate());
  },
};
