import type { Bar, Stock, WatchList, WatchListItem } from '@stockbook/api/schemas';
import { keepPreviousData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { connectionSentence, errorSentence, serverStatus } from '../../lib/api/server-error.ts';
import { trpc, useApiClient } from '../../lib/api/trpc.ts';
import { isMarketOpen } from '../../lib/is-market-open.ts';
import {
  followStockTask,
  type StockProgress,
  type StockTaskCalls,
  StockTaskFailure,
} from './add/add-stock.ts';
import { type ChartRange, rangeStart } from './chart/chart-range.ts';
import { usePendingChanges, withChanges, withFavorite } from './watch-list/pending-changes.ts';

/** How often the watch list is fetched again during trading hours. */
const refetchIntervalMs = 60_000;

/** Receives the message to show for a failed change, and the reason if there was no response. */
type OnFailure = (message: string, detail: string | null) => void;

/** The whole watch list, newest first, with pending changes applied. */
export function useWatchList() {
  const { data, error, isPending, refetch } = trpc.stocks.list.useQuery(undefined, {
    refetchInterval: () => (isMarketOpen(new Date()) ? refetchIntervalMs : false),
  });
  const changes = usePendingChanges();
  const items = useMemo(() => data && withChanges(data.stocks, changes), [data, changes]);
  return { items, error, isPending, refetch };
}

/** One stock of the watch list; its item in the cached list is the placeholder until the response arrives. */
export function useStock(symbol: string) {
  const utils = trpc.useUtils();
  const { data, error } = trpc.stocks.get.useQuery(
    { symbol },
    {
      placeholderData: () => utils.stocks.list.getData()?.stocks.find(({ stock }) => stock.symbol === symbol),
    },
  );
  const { favorites } = usePendingChanges();
  const item = useMemo(() => data && withFavorite(data, favorites), [data, favorites]);
  return { item, error };
}

const noBars: Bar[] = [];

export interface BarsState {
  readonly bars: readonly Bar[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/**
 * The daily bars of a range that ends at the stock's last bar, oldest first. Sends no request until `stock` is loaded,
 * nor for a stock without a last bar. A failure is logged with `reportError`.
 */
export function useBarsState(symbol: string, range: ChartRange, stock: Stock | undefined): BarsState {
  const end_date = stock?.data_end_date;
  const query = trpc.stocks.bars.useQuery(
    { symbol, interval: 'daily', ...(end_date ? { start_date: rangeStart(range, end_date), end_date } : {}) },
    {
      enabled: Boolean(end_date),
      // Shows the previous range until the new one is loaded.
      placeholderData: keepPreviousData,
    },
  );
  const { error } = query;
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
  return {
    bars: query.data?.data ?? noBars,
    isLoading: !stock || query.isFetching,
    hasFailed: error !== null,
    retry: query.refetch,
  };
}

/** Search results for the add form; the previous ones stay until new ones are loaded. */
export function useSuggestions(query: string) {
  return trpc.stocks.search.useQuery(
    { q: query },
    { enabled: query !== '', placeholderData: keepPreviousData, staleTime: 300_000, retry: false },
  );
}

/**
 * Updates a cached query and keeps its age. A query that is invalidated or being fetched is fetched again, because a
 * response under way may predate the change.
 */
function useUpdateCached() {
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

const listKey = getQueryKey(trpc.stocks.list, undefined, 'query');
const itemKey = (symbol: string) => getQueryKey(trpc.stocks.get, { symbol }, 'query');

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
function useReconcile() {
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
      onFailure(errorSentence(error, 'Failed to update favorite'), connectionSentence(error));
    },
  });
  return useCallback(
    ({ stock, is_favorite }: WatchListItem) => mutate({ symbol: stock.symbol, is_favorite: !is_favorite }),
    [mutate],
  );
}

/** Notes as text, for comparing: the server stores empty notes as null. */
export function notesText(notes: string | null): string {
  return notes ?? '';
}

/**
 * Saves notes. `save` resolves with false if it failed, or if the stored notes are no longer `replaced`, the notes on
 * the page; the page then shows the stored ones.
 */
export function useNotes(symbol: string, onFailure: OnFailure) {
  const utils = trpc.useUtils();
  const cacheSaved = useCacheSaved();
  const { mutateAsync } = trpc.stocks.update.useMutation({
    onSuccess: ({ notes }) => cacheSaved(symbol, { notes }),
  });
  const [isSaving, setIsSaving] = useState(false);

  async function save(notes: string, replaced: string): Promise<boolean> {
    setIsSaving(true);
    try {
      // Fetched again if the cache is stale: the notes may have changed on another device.
      const item = await utils.stocks.get.fetch({ symbol });
      if (notesText(item.notes) !== replaced) return false;
      await mutateAsync({ symbol, notes });
      return true;
    } catch (error) {
      onFailure(errorSentence(error, 'Failed to update notes'), connectionSentence(error));
      return false;
    } finally {
      setIsSaving(false);
    }
  }

  const reload = useCallback(() => utils.stocks.get.invalidate({ symbol }), [utils, symbol]);
  return { save, isSaving, reload };
}

/** Removes a stock from the watch list optimistically. */
export function useRemoveStock(onFailure: OnFailure) {
  const queryClient = useQueryClient();
  const updateCached = useUpdateCached();
  const reconcile = useReconcile();
  const { mutate } = trpc.stocks.remove.useMutation({
    onSuccess: async (_, { symbol }) => {
      await updateCached<WatchList>(listKey, (list) => ({
        ...list,
        stocks: list.stocks.filter(({ stock }) => stock.symbol !== symbol),
      }));
      // The server has deleted its notes and indicators; adding the stock again must not show cached ones.
      queryClient.removeQueries({ queryKey: itemKey(symbol) });
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.stocks.bars, { symbol }, 'query') });
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.indicators.forStock, { symbol }, 'query') });
    },
    onError: (error, { symbol }) => {
      reconcile(symbol, error);
      onFailure(errorSentence(error, 'Failed to remove stock'), connectionSentence(error));
    },
  });
  return useCallback((symbol: string) => mutate({ symbol }), [mutate]);
}

function taskCheck(client: ApiClient): StockTaskCalls['check'] {
  return (taskId, signal) => client.stocks.task.query({ taskId }, { signal });
}

/** The server calls that add a symbol; `isin` is the ISIN that a chosen listing was found by. */
export function addCalls(client: ApiClient, symbol: string, isin: string | null): StockTaskCalls {
  return {
    start: () => client.stocks.add.mutate(isin === null ? { symbol } : { symbol, isin }),
    check: taskCheck(client),
  };
}

/** Returns the function that fetches the watch list again. */
export function useReloadWatchList() {
  const utils = trpc.useUtils();
  return useCallback(() => utils.stocks.list.invalidate(), [utils]);
}

/**
 * Has the server fetch new data from the provider, waits for it, and refetches the stock, its bars and its indicators,
 * even if the component has unmounted. Fails with `StockTaskFailure`, whose message is shown.
 */
export function useRefreshStock(symbol: string, onProgress: (progress: StockProgress) => void) {
  const utils = trpc.useUtils();
  const client = useApiClient();
  return useMutation({
    mutationFn: async () => {
      try {
        const started = await client.stocks.refresh.mutate({ symbol });
        await followStockTask(started.data.task_id, taskCheck(client), onProgress);
      } catch (error) {
        if (error instanceof StockTaskFailure) throw error;
        throw new StockTaskFailure(errorSentence(error, 'Failed to refresh stock data'));
      }
    },
    // Also after a failure: the server stores `last_error` with the stock.
    onSettled: () => {
      void utils.stocks.invalidate();
      void utils.indicators.forStock.invalidate({ symbol });
    },
  });
}
