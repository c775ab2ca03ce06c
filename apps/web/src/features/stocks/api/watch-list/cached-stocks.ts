import type { WatchList, WatchListItem } from '@stockbook/api/schemas';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback } from 'react';
import { serverStatus } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';

/** Receives the message to show for a failed change, and the reason if there was no response. */
export type OnFailure = (message: string, detail: string | null) => void;

export const listKey = getQueryKey(trpc.stocks.list, undefined, 'query');
export const itemKey = (symbol: string) => getQueryKey(trpc.stocks.get, { symbol }, 'query');

/**
 * Updates a cached query and keeps its age. A query that is invalidated or being fetched is fetched again, because a
 * response under way may predate the change.
 */
export function useUpdateCached() {
  const queryClient = useQueryClient();
  return useCallback(
    async <Data>(queryKey: QueryKey, change: (data: Data) => Data) => {
      const before = queryClient.getQueryState(queryKey);
      if (!before) return;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Data>(queryKey, (data) => data && change(data), {
        updatedAt: before.dataUpdatedAt,
      });
      if (before.isInvalidated || before.fetchStatus === 'fetching') {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    [queryClient],
  );
}

/** Writes the saved fields of an item to the cached item and the cached list. */
export function useCacheSaved() {
  const updateCached = useUpdateCached();
  return useCallback(
    async (symbol: string, saved: Partial<WatchListItem>) => {
      const change = (item: WatchListItem) => (item.stock.symbol === symbol ? { ...item, ...saved } : item);
      await Promise.all([
        updateCached(itemKey(symbol), change),
        updateCached<WatchList>(listKey, (list) => ({ ...list, stocks: list.stocks.map(change) })),
      ]);
    },
    [updateCached],
  );
}

/** After a failed change, refetches if the cache may be wrong: the stock is gone (404), or there was no response. */
export function useReconcile() {
  const utils = trpc.useUtils();
  return useCallback(
    (symbol: string, error: unknown) => {
      const status = serverStatus(error);
      if (status !== null && status !== 404) return;
      void utils.stocks.list.invalidate();
      void utils.stocks.get.invalidate({ symbol });
    },
    [utils],
  );
}
