import type { WatchList } from '@stockbook/api/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback } from 'react';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { itemKey, listKey, type OnFailure, useReconcile, useUpdateCached } from './cached-stocks.ts';

/** Removes a stock from the watch list optimistically; resolves with whether the server removed it. */
export function useRemoveStock(onFailure: OnFailure) {
  const queryClient = useQueryClient();
  const updateCached = useUpdateCached();
  const reconcile = useReconcile();
  const { mutateAsync } = trpc.stocks.remove.useMutation({
    onSuccess: async (_, { symbol }) => {
      await updateCached<WatchList>(listKey, (list) => ({
        ...list,
        stocks: list.stocks.filter(({ stock }) => stock.symbol !== symbol),
      }));
      // The server has deleted its notes and indicators; adding the stock again must not show cached ones.
      queryClient.removeQueries({ queryKey: itemKey(symbol) });
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.stocks.chart, { symbol }, 'query') });
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.indicators.forStock, { symbol }, 'query') });
    },
    onError: (error, { symbol }) => {
      reconcile(symbol, error);
      onFailure(...describeFailure(error, 'Failed to remove stock'));
    },
  });
  return useCallback(
    (symbol: string) =>
      mutateAsync({ symbol }).then(
        () => true,
        // Reported by `onError`.
        () => false,
      ),
    [mutateAsync],
  );
}
