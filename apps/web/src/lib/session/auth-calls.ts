import type { AppRouter } from '@stockbook/api';
import type { User } from '@stockbook/api/schemas';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { fetchAnswer, ServerUnavailableError } from './server-unavailable.ts';
import type { RenewedToken, SessionCalls } from './types.ts';

/** A client for one call: these calls decide about the session, so they name the token to send themselves. */
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

/** Rejects with the `ServerUnavailableError` itself instead of tRPC's wrapper. */
async function unwrap<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TRPCClientError && error.cause instanceof ServerUnavailableError) throw error.cause;
    throw error;
  }
}

/** The calls of a session, to the real server. */
export const authCalls: SessionCalls = {
  async refresh(refreshToken) {
    const renewed: RenewedToken | null = await unwrap(
      clientWith(null).auth.refresh.mutate({ refresh_token: refreshToken }),
    );
    if (!renewed?.access_token || Number.isNaN(Date.parse(renewed.expires_at))) {
      throw new Error('The answer to a token renewal has no access token or no expiry.');
    }
    return renewed;
  },

  async me(accessToken) {
    const user: User | null = await unwrap(clientWith(accessToken).auth.me.query());
    if (!user?.id) throw new Error('The answer to the session check has no user.');
    return user;
  },

  async revoke(accessToken) {
    // `keepalive`: signing out is often followed by closing the page, which would abort the request.
    await unwrap(clientWith(accessToken, { keepalive: true }).auth.logout.mutate());
  },
};
