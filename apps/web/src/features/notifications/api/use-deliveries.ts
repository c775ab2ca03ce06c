import { trpc } from '#lib/api/trpc.ts';

const maxShown = 50;
const refetchIntervalMs = 10_000;

/** The latest deliveries, newest first; fetched again while one is pending. */
export function useDeliveries() {
  return trpc.notifications.listDeliveries.useQuery(
    { limit: maxShown },
    {
      refetchInterval: ({ state }) =>
        state.data?.deliveries.some(({ status }) => status === 'pending') ? refetchIntervalMs : false,
    },
  );
}
