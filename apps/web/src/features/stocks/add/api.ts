import type { StockTask } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { useDebounced } from '#hooks/use-debounced.ts';
import { TaskFailure, type TaskKind } from '#lib/api/run-task.ts';
import { connectionSentence, serverSentence } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type TaskControl, useTask } from '#lib/api/use-task.ts';
import { stockTask } from '../api/tasks.ts';

export const suggestionsStaleMs = 300_000;

/** The search starts after this pause in typing, so that not every key press sends a request. */
const debounceMs = 250;

/** Stocks that a search finds; the previous ones stay until new ones are loaded. */
export function useSuggestions(query: string) {
  const q = useDebounced(query, debounceMs);
  return trpc.stocks.search.useQuery(
    { q },
    { enabled: q !== '', placeholderData: keepPreviousData, staleTime: suggestionsStaleMs, retry: false },
  );
}

/** How long the success message shows before the form closes. */
const successDelayMs = 1000;

interface NewStock {
  /** Resolves with a symbol or an ISIN. May reject with a `TaskFailure`. */
  readonly symbol: string | (() => Promise<string>);
  /** The ISIN that a chosen listing was found by. */
  readonly isin: string | null;
}

const failureText = 'Failed to add stock';

export const addStockTask: TaskKind<NewStock, StockTask> = {
  ...stockTask,
  start: async (client, { symbol: given, isin }) => {
    const symbol = typeof given === 'string' ? given : await given();
    const started = await client.stocks.add.mutate(isin === null ? { symbol } : { symbol, isin });
    if (!started.data?.task_id) throw new TaskFailure(started.message || failureText);
    return started.data.task_id;
  },
  startMessage: (error) => serverSentence(error) ?? connectionSentence(error) ?? failureText,
};

/**
 * Adds a stock, waits until its history is stored and refetches the watch list, even if the component has unmounted.
 * `onAdded` is called after the success message has shown.
 */
export function useAddStock(onAdded: (task: StockTask) => void): TaskControl<NewStock, StockTask> {
  const utils = trpc.useUtils();
  const reloadWatchList = () => void utils.stocks.list.invalidate();
  return useTask(addStockTask, {
    onSuccess: (task) => {
      setTimeout(() => {
        reloadWatchList();
        onAdded(task);
      }, successDelayMs);
    },
    // The server may have added the stock before the failure.
    onFailure: reloadWatchList,
  });
}
