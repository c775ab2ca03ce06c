import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink } from '@trpc/client';
import { timedFetch } from '../../../lib/api/timed-fetch.ts';

/** Sends no access token: the owner of the address may have no account. */
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', fetch: timedFetch })] });

/** Confirms the address with the token of its link; resolves with the server's message. */
export async function confirmChannel(token: string): Promise<string> {
  const { message } = await client.notifications.confirmChannel.mutate({ token });
  return message;
}
