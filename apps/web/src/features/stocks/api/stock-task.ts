import type { StockTask } from '@stockbook/api/schemas';
import { type TaskKind, TaskTimeout } from '#lib/api/run-task.ts';
import { percentDone } from '#lib/api/task-percent.ts';

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
  return task?.result && 'current' in task.result ? percentDone(task.result) : null;
}
