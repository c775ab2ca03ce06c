import type { StockTask, WatchListItem } from '@stockbook/api/schemas';
import { useCallback, useState } from 'react';
import { type TaskKind, TaskTimeout } from '#lib/api/run-task.ts';
import { describeFailure, errorSentence } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type TaskControl, useTask } from '#lib/api/use-task.ts';
import { type OnFailure, useCacheSaved, useReconcile } from './cached-stocks.ts';

/** What adding and refreshing a stock have in common. */
export const stockTask = {
  check: (client, taskId, signal) => client.stocks.task.query({ taskId }, { signal }),
  intervalMs: 1000,
  // A history that takes longer is still stored.
  timeoutMs: 60_000,
  checkMessage: (error) =>
    error instanceof TaskTimeout
      ? 'Request timed out. Stock may still be processing.'
      : 'Failed to check task status',
  failureMessage: ({ result }) =>
    (result && 'error' in result && result.error) || 'Failed to fetch stock data',
} as const satisfies Omit<TaskKind<never, StockTask>, 'start' | 'startMessage'>;

/** The step that a running task reports; null if it reports none. */
export function stockTaskStep(task: StockTask | null): string | null {
  return task?.status === 'PROGRESS' && task.result && 'status' in task.result ? task.result.status : null;
}

/** The progress from 0 to 100; null while the task reports no counts. */
export function stockTaskPercent(task: StockTask | null): number | null {
  if (task?.status !== 'PROGRESS' || !task.result || !('current' in task.result)) return null;
  const { current, total } = task.result;
  return total > 0 ? Math.min(100, Math.round((100 * current) / total)) : null;
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
      onFailure(...describeFailure(error, 'Failed to update notes'));
      return false;
    } finally {
      setIsSaving(false);
    }
  }

  const reload = useCallback(() => utils.stocks.get.invalidate({ symbol }), [utils, symbol]);
  return { save, isSaving, reload };
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

const refreshStockTask: TaskKind<{ readonly symbol: string }, StockTask> = {
  ...stockTask,
  start: async (client, input) => (await client.stocks.refresh.mutate(input)).data.task_id,
  startMessage: (error) => errorSentence(error, 'Failed to refresh stock data'),
};

/**
 * Has the server fetch new data from the provider, waits for it, and refetches the stock, its bars and its indicators,
 * even if the component has unmounted.
 */
export function useRefreshStock(symbol: string): TaskControl<{ readonly symbol: string }, StockTask> {
  const utils = trpc.useUtils();
  const reload = () => {
    void utils.stocks.invalidate();
    void utils.indicators.forStock.invalidate({ symbol });
    // New bars can fire rules.
    void utils.signals.invalidate();
  };
  // Also after a failure: the server stores `last_error` with the stock.
  return useTask(refreshStockTask, { onSuccess: reload, onFailure: reload });
}
