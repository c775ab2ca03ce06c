import type { StockTask } from '@stockbook/api/schemas';
import { PollTimeout, pollTask } from '../../../lib/api/poll-task.ts';
import { connectionSentence, serverSentence } from '../../../lib/api/server-error.ts';

const pollIntervalMs = 1000;
/** A history that takes longer is still stored; the dialog only stops waiting for it. */
const timeoutMs = 60_000;

/** The server calls of `addStock`, provided by `addCalls` in `api.ts`. */
export interface StockTaskCalls {
  start: () => Promise<{ data?: { task_id: string } | undefined; message: string }>;
  check: (taskId: string, signal: AbortSignal) => Promise<StockTask>;
}

export interface StockProgress {
  readonly message: string;
  /** 0 to 100; null while the task reports no counts. */
  readonly percent: number | null;
}

/** A failed stock task; the message is shown to the user. */
export class StockTaskFailure extends Error {
  override readonly name = 'StockTaskFailure';
}

function percentOf(task: StockTask): number | null {
  if (!task.result || !('current' in task.result) || task.result.total <= 0) return null;
  return Math.min(100, Math.round((100 * task.result.current) / task.result.total));
}

/**
 * Polls a task that fetches a stock until it ends. Rejects with `StockTaskFailure` if the task or a check fails, or
 * after `timeoutMs`.
 */
export async function followStockTask(
  taskId: string,
  check: StockTaskCalls['check'],
  onProgress: (progress: StockProgress) => void,
): Promise<void> {
  let last: StockTask;
  try {
    last = await pollTask({
      check: (checkSignal) => check(taskId, checkSignal),
      isOver: ({ status }) => status === 'SUCCESS' || status === 'FAILURE',
      onState: (task) => {
        if (task.status !== 'PROGRESS' || !task.result || !('status' in task.result)) return;
        onProgress({ message: task.result.status, percent: percentOf(task) });
      },
      intervalMs: pollIntervalMs,
      timeoutMs,
    });
  } catch (error) {
    throw new StockTaskFailure(
      error instanceof PollTimeout
        ? 'Request timed out. Stock may still be processing.'
        : 'Failed to check task status',
    );
  }
  if (last.status === 'FAILURE') {
    const sentence = last.result && 'error' in last.result ? last.result.error : '';
    throw new StockTaskFailure(sentence || 'Failed to fetch stock data');
  }
}

/**
 * Adds a stock and waits until its history is stored. Rejects with `StockTaskFailure`, whose message the form
 * shows.
 */
export async function addStock(
  calls: StockTaskCalls,
  onProgress: (progress: StockProgress) => void,
): Promise<void> {
  onProgress({ message: 'Adding stock...', percent: null });
  let started: Awaited<ReturnType<StockTaskCalls['start']>>;
  try {
    started = await calls.start();
  } catch (error) {
    throw new StockTaskFailure(serverSentence(error) ?? connectionSentence(error) ?? 'Failed to add stock');
  }
  if (!started.data?.task_id) throw new StockTaskFailure(started.message || 'Failed to add stock');
  onProgress({ message: 'Fetching historical data...', percent: null });
  await followStockTask(started.data.task_id, calls.check, onProgress);
}
