import { useMemo } from 'react';
import { trpc } from '#lib/api/trpc.ts';
import { isMarketOpen } from '#lib/is-market-open.ts';
import { usePendingChanges, withChanges } from './pending-changes.ts';

/** How often the watch list is fetched again during trading hours. */
const refetchIntervalMs = 60_000;

/** The whole watch list, newest first, with pending changes applied. */
export function useWatchList() {
  const { data, error, isPending, refetch } = trpc.stocks.list.useQuery(undefined, {
    refetchInterval: () => (isMarketOpen(new Date()) ? refetchIntervalMs : false),
  });
  const changes = usePendingChanges();
  const items = useMemo(() => data && withChanges(data.stocks, changes), [data, changes]);
  return { items, error, isPending, refetch };
}
