import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink } from '@trpc/client';
import { timedFetch } from './timed-fetch.ts';

/**
 * For calls without a sign-in. Sends no access token: a wrong password also returns 401, which must not end an existing
 * session.
 */
export const publicClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/trpc', fetch: timedFetch })],
});
