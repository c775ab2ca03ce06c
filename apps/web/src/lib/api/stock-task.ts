import type { StockTask } from '@stockbook/api/schemas';
import { percentDone, TaskFailure, type TaskKind, TaskTimeout } from './run-task.ts';
import { connectionSentence, serverSentence } from './server-error.ts';

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

export interface NewStock {
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
