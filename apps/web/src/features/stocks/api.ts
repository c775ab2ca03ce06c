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

/** How often prices on screen are asked for again while markets trade, in milliseconds. */
const refetchMs = 60_000;

/** Told the sentence to show when a change was refused, and why no answer came where none did. */
type OnFailure = (message: string, detail: string | null) => void;

/** The whole watch list, newest first, as it is once the server has done what was asked of it. */
export function useWatchList() {
  const { data, error, isPending, refetch } = trpc.stocks.list.useQuery(undefined, {
    refetchInterval: () => (isMarketOpen(new Date()) ? refetchMs : false),
  });
  const changes = usePendingChanges();
  const items = useMemo(() => data && withChanges(data.stocks, changes), [data, changes]);
  return { items, error, isPending, refetch };
}

/** One stock of the watch list; what the list knows of it stands in until the answer comes. */
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

/** What is known of the bars: the answer, or that it is under way or did not come. */
export interface BarsState {
  readonly bars: readonly Bar[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/**
 * The daily bars of a range that ends with the stock's last bar, oldest first. Waits until the stock is known; one
 * without a last bar has none. A failure is only logged.
 */
export function useBarsState(symbol: string, range: ChartRange, stock: Stock | undefined): BarsState {
  const end_date = stock?.data_end_date;
  const query = trpc.stocks.bars.useQuery(
    { symbol, interval: 'daily', ...(end_date ? { start_date: rangeStart(range, end_date), end_date } : {}) },
    {
      enabled: Boolean(end_date),
      // Another range replaces the chart when it has come, not before.
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

/** Suggestions for what is typed into the add form; the last ones stay until new ones come. */
export function useSuggestions(query: string) {
  return trpc.stocks.search.useQuery(
    { q: query },
    { enabled: query !== '', placeholderData: keepPreviousData, staleTime: 300_000, retry: false },
  );
}

/**
 * Changes what is cached. It stays as old as it was; what is due or on its way is asked for anew, since the answer may
 * be from before the change.
 */
function useChangeCached() {
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

/** Takes what the server has saved of an item into what is cached. */
function useNoteSaved() {
  const changeCached = useChangeCached();
  return useCallback(
    async (symbol: string, saved: Partial<WatchListItem>) => {
      const change = (item: WatchListItem) => (item.stock.symbol === symbol ? { ...item, ...saved } : item);
      await Promise.all([
        changeCached(itemKey(symbol), change),
        changeCached<WatchList>(listKey, (list) => ({ ...list, stocks: list.stocks.map(change) })),
      ]);
    },
    [changeCached],
  );
}

/** After a change that failed, asks for what is true where the page may be wrong: the stock is gone, or no answer came. */
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

/** Flips a favourite; the page shows it at once, until the server refuses. */
export function useFavorite(onFailure: OnFailure) {
  const noteSaved = useNoteSaved();
  const reconcile = useReconcile();
  const { mutate } = trpc.stocks.update.useMutation({
    onSuccess: (_, { symbol, is_favorite = false }) => noteSaved(symbol, { is_favorite }),
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

/** Notes are compared as text: none are saved as null. */
export function notesText(notes: string | null): string {
  return notes ?? '';
}

/**
 * Saves notes. `save` resolves with whether they are saved: they are not if the saved ones are no longer `replaced`,
 * those on the page, which then shows the new ones.
 */
export function useNotes(symbol: string, onFailure: OnFailure) {
  const utils = trpc.useUtils();
  const noteSaved = useNoteSaved();
  const { mutateAsync } = trpc.stocks.update.useMutation({
    onSuccess: ({ notes }) => noteSaved(symbol, { notes }),
  });
  const [isSaving, setIsSaving] = useState(false);

  async function save(notes: string, replaced: string): Promise<boolean> {
    setIsSaving(true);
    try {
      // From the cache unless it is stale: the notes may have been changed on another device.
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

  /** Loads the saved notes again. */
  const reload = useCallback(() => utils.stocks.get.invalidate({ symbol }), [utils, symbol]);
  return { save, isSaving, reload };
}

/** Stops tracking a stock; the list is without it at once, until the server refuses. */
export function useRemoveStock(onFailure: OnFailure) {
  const queryClient = useQueryClient();
  const changeCached = useChangeCached();
  const reconcile = useReconcile();
  const { mutate } = trpc.stocks.remove.useMutation({
    onSuccess: async (_, { symbol }) => {
      await changeCached<WatchList>(listKey, (list) => ({
        ...list,
        stocks: list.stocks.filter(({ stock }) => stock.symbol !== symbol),
      }));
      // Whoever adds it again starts anew: its notes and indicators are gone.
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

/** The calls that add a symbol and, for a suggested listing, the ISIN that it was found by. */
export function addCalls(client: ApiClient, symbol: string, isin: string | null): StockTaskCalls {
  return {
    start: () => client.stocks.add.mutate(isin === null ? { symbol } : { symbol, isin }),
    check: taskCheck(client),
  };
}

/** Loads the watch list anew. */
export function useReloadWatchList() {
  const utils = trpc.useUtils();
  return useCallback(() => utils.stocks.list.invalidate(), [utils]);
}

/**
 * Fetches what is new from the provider, waits for it and loads the stock, its bars and its indicators again, also
 * when the page has been left meanwhile. Fails with `StockTaskFailure`, whose message is what to show.
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
    // A failed fetch leaves word of itself with the stock.
    onSettled: () => {
      void utils.stocks.invalidate();
      void utils.indicators.forStock.invalidate({ symbol });
    },
  });
}
