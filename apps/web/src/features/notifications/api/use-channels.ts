import { trpc } from '../../../lib/api/trpc.ts';

/** The notification channels, newest first, and the kinds that the server offers. */
export function useChannels() {
  return trpc.notifications.listChannels.useQuery();
}
