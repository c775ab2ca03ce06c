import type { ImportTask, StockTask } from '@stockbook/api/schemas';
import { percentDone, type TaskKind, TaskTimeout } from '#lib/api/run-task.ts';
import { errorSentence } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { type TaskControl, useTask } from '#lib/api/use-task.ts';

/** The calls and messages that adding and refreshing a stock share. */
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
  return task?.result && 'current' in task.result ? percentDone(task.result) : null;
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

/** The calls of an import, which the server finishes even if the page is closed. */
export const importCalls: Pick<TaskKind<string, ImportTask>, 'start' | 'check'> = {
  start: async (client, text) => {
    const started = await client.transfer.import.mutate({ text, commit: true });
    if (!('task_id' in started)) throw new Error('The server returned a preview instead of a task');
    return started.task_id;
  },
  check: (client, taskId, signal) => client.transfer.importTask.query({ taskId }, { signal }),
};
