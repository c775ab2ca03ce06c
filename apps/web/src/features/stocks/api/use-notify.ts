import type { WatchListItem } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type OnFailure, useCacheSaved, useReconcile } from './watch-list/cached-stocks.ts';

/** Turns the notification of a stock's signals on or off, optimistically. */
export function useNotify(onFailure: OnFailure) {
  const cacheSaved = useCacheSaved();
  const reconcile = useReconcile();
  const { mutate } = trpc.stocks.update.useMutation({
    onSuccess: (_, { symbol, notify_on_signals = false }) => cacheSaved(symbol, { notify_on_signals }),
    onError: (error, { symbol }) => {
      reconcile(symbol, error);
      onFailure(...describeFailure(error, 'Failed to update notifications'));
    },
  });
  return useCallback(
    ({ stock, notify_on_signals }: WatchListItem) =>
      mutate({ symbol: stock.symbol, notify_on_signals: !notify_on_signals }),
    [mutate],
  );
}
