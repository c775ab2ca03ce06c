import type { WatchListItem } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type OnFailure, useCacheSaved, useReconcile } from './cached-stocks.ts';

/** Toggles a favourite optimistically. */
export function useFavorite(onFailure: OnFailure) {
  const cacheSaved = useCacheSaved();
  const reconcile = useReconcile();
  const { mutate } = trpc.stocks.update.useMutation({
    onSuccess: (_, { symbol, is_favorite = false }) => cacheSaved(symbol, { is_favorite }),
    onError: (error, { symbol }) => {
      reconcile(symbol, error);
      onFailure(...describeFailure(error, 'Failed to update favorite'));
    },
  });
  return useCallback(
    ({ stock, is_favorite }: WatchListItem) => mutate({ symbol: stock.symbol, is_favorite: !is_favorite }),
    [mutate],
  );
}
