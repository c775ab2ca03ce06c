import type { Bar, Stock, WatchListItem } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { isMarketOpen } from '../../lib/is-market-open.ts';
import { connectionSentence, errorSentence } from '../../lib/server-error.ts';
import { trpc } from '../../lib/trpc.ts';
import { trpcClient } from '../../lib/trpc-client.ts';
import { followStockTask, type StockProgress, type StockTaskCalls, StockTaskFailure } from './add-stock.ts';
import { type ChartRange, rangeStart } from './chart-range.ts';

/** How often prices on screen are asked for again while markets trade, in milliseconds. */
const refetchMs = 60_000;

/**
 * Told the sentence to show when a change was refused, and why no answer came where none did; what was changed on the
 * page is back by then.
 */
type OnFailure = (message: string, detail: string | null) => void;

/** The whole watch list, newest first. */
export function useWatchList() {
  return trpc.stocks.list.useQuery(undefined, {
    refetchInterval: () => (isMarketOpen(new Date()) ? refetchMs : false),
  });
}

/** One stock of the watch list; what the list knows of it stands in until the answer comes. */
export function useStock(symbol: string) {
  const utils = trpc.useUtils();
  return trpc.stocks.get.useQuery(
    { symbol },
    {
      placeholderData: () => utils.stocks.list.getData()?.stocks.find(({ stock }) => stock.symbol === symbol),
    },
  );
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
      // Another range of the same stock replaces the chart when it has come, not before.
      placeholderData: (previous) => (previous?.symbol === symbol ? previous : undefined),
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

/** Changes an item wherever it is cached. */
function usePatchItem() {
  const utils = trpc.useUtils();
  return useCallback(
    (symbol: string, patch: Partial<WatchListItem>) => {
      utils.stocks.get.setData({ symbol }, (item) => item && { ...item, ...patch });
      utils.stocks.list.setData(
        undefined,
        (list) =>
          list && {
            ...list,
            stocks: list.stocks.map((item) => (item.stock.symbol === symbol ? { ...item, ...patch } : item)),
          },
      );
    },
    [utils],
  );
}

/** Flips a favourite on the page at once, and back when the server refuses. */
export function useFavorite(onFailure: OnFailure) {
  const utils = trpc.useUtils();
  const patchItem = usePatchItem();
  const { mutate } = trpc.stocks.update.useMutation({
    onMutate: async ({ symbol, is_favorite = false }) => {
      // An answer under way would bring the old state back.
      await Promise.all([utils.stocks.list.cancel(), utils.stocks.get.cancel({ symbol })]);
      patchItem(symbol, { is_favorite });
    },
    onError: (error, { symbol, is_favorite }) => {
      patchItem(symbol, { is_favorite: !is_favorite });
      onFailure(errorSentence(error, 'Failed to update favorite'), connectionSentence(error));
    },
  });
  return useCallback(
    ({ stock, is_favorite }: WatchListItem) => mutate({ symbol: stock.symbol, is_favorite: !is_favorite }),
    [mutate],
  );
}

/** Saves notes; `save` resolves with whether they are saved. */
export function useNotes(onFailure: OnFailure) {
  const patchItem = usePatchItem();
  const { mutateAsync, isPending } = trpc.stocks.update.useMutation();
  async function save(symbol: string, notes: string): Promise<boolean> {
    try {
      const saved = await mutateAsync({ symbol, notes });
      patchItem(symbol, { notes: saved.notes });
      return true;
    } catch (error) {
      onFailure(errorSentence(error, 'Failed to update notes'), connectionSentence(error));
      return false;
    }
  }
  return { save, isSaving: isPending };
}

/** Takes a stock off the list at once, and puts it back where it was when the server refuses. */
export function useRemoveStock(onFailure: OnFailure) {
  const utils = trpc.useUtils();
  const { mutate } = trpc.stocks.remove.useMutation({
    onMutate: async ({ symbol }) => {
      await utils.stocks.list.cancel();
      const before = utils.stocks.list.getData();
      const index = before?.stocks.findIndex(({ stock }) => stock.symbol === symbol) ?? -1;
      utils.stocks.list.setData(
        undefined,
        (list) => list && { ...list, stocks: list.stocks.filter(({ stock }) => stock.symbol !== symbol) },
      );
      return { index, item: before?.stocks[index] };
    },
    onError: (error, _input, removed) => {
      const item = removed?.item;
      if (removed && item) {
        utils.stocks.list.setData(
          undefined,
          (list) => list && { ...list, stocks: list.stocks.toSpliced(removed.index, 0, item) },
        );
      }
      onFailure(errorSentence(error, 'Failed to remove stock'), connectionSentence(error));
    },
  });
  return useCallback((symbol: string) => mutate({ symbol }), [mutate]);
}

const checkTask: StockTaskCalls['check'] = (taskId, signal) =>
  trpcClient.stocks.task.query({ taskId }, { signal });

/** The calls that add what stands in the form. */
export function addCalls(symbol: string): StockTaskCalls {
  return { start: () => trpcClient.stocks.add.mutate({ symbol }), check: checkTask };
}

/** Loads the watch list anew. */
export function useReloadWatchList() {
  const utils = trpc.useUtils();
  return useCallback(() => utils.stocks.list.invalidate(), [utils]);
}

/**
 * Fetches what is new from the provider, waits for it and loads the stock, its bars and its indicators again.
 * Rejects with `StockTaskFailure`, whose message is what to show, or with the signal's reason.
 */
export function useRefreshStock(symbol: string) {
  const utils = trpc.useUtils();
  return useCallback(
    async (onProgress: (progress: StockProgress) => void, signal: AbortSignal): Promise<void> => {
      try {
        const started = await trpcClient.stocks.refresh.mutate({ symbol });
        await followStockTask(started.data.task_id, checkTask, onProgress, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof StockTaskFailure) throw error;
        throw new StockTaskFailure(errorSentence(error, 'Failed to refresh stock data'));
      } finally {
        // A failed fetch leaves word of itself with the stock.
        void utils.stocks.invalidate();
        void utils.indicators.forStock.invalidate({ symbol });
      }
    },
    [symbol, utils],
  );
}
