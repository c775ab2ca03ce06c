import { trpc } from '#lib/api/trpc.ts';

const refetchIntervalMs = 10_000;

/** The notification channels, newest first, and the kinds that the server offers; fetched again while a code or link waits. */
export function useChannels() {
  return trpc.notifications.listChannels.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.channels.some(
        ({ confirmation_expires_at: end }) => end !== null && Date.parse(end) > Date.now(),
      )
        ? refetchIntervalMs
        : false,
  });
}
