import type { WatchList, WatchListItem } from '@stockbook/api/schemas';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useState } from 'react';
import { describeFailure, serverStatus } from '#lib/api/server-error.ts';
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
function useCacheSaved() {
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

/** Notes as text, for comparing: the server stores empty notes as null. */
export function notesText(notes: string | null): string {
  return notes ?? '';
}

/**
 * Saves notes. `save` resolves with the stored text, or with null if it failed, or if the stored notes are no longer
 * `replaced`, the notes on the page; the page then shows the stored ones.
 */
export function useNotes(symbol: string, onFailure: OnFailure) {
  const utils = trpc.useUtils();
  const cacheSaved = useCacheSaved();
  const { mutateAsync } = trpc.stocks.update.useMutation({
    onSuccess: ({ notes }) => cacheSaved(symbol, { notes }),
  });
  const [isSaving, setIsSaving] = useState(false);

  async function save(notes: string, replaced: string): Promise<string | null> {
    setIsSaving(true);
    try {
      // Fetched again if the cache is stale: the notes may have changed on another device.
      const item = await utils.stocks.get.fetch({ symbol });
      if (notesText(item.notes) !== replaced) return null;
      return notesText((await mutateAsync({ symbol, notes })).notes);
    } catch (error) {
      onFailure(...describeFailure(error, 'Failed to update notes'));
      return null;
    } finally {
      setIsSaving(false);
    }
  }

  const reload = useCallback(() => utils.stocks.get.invalidate({ symbol }), [utils, symbol]);
  return { save, isSaving, reload };
}
