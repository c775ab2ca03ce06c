import type { IndicatorTask } from '@stockbook/api/schemas';
import { pollTask } from '../../lib/api/poll-task.ts';
import { errorSentence } from '../../lib/api/server-error.ts';

const pollIntervalMs = 2000;
const pendingPercent = 10;
const defaultPercent = 50;
const maxPercent = 90;

/** A failed calculation; the message is shown to the user. */
export class CalculationFailure extends Error {
  override readonly name = 'CalculationFailure';
}

/** The progress that the panel shows for a state of the task, in whole percent. */
export function progressPercent({ status, info }: Pick<IndicatorTask, 'info'> & { status: string }): number {
  switch (status) {
    case 'PENDING':
      return pendingPercent;
    case 'PROGRESS':
      return info && info.total > 0
        ? Math.min(maxPercent, Math.round((100 * info.current) / info.total))
        : defaultPercent;
    case 'SUCCESS':
      return 100;
    default:
      return 0;
  }
}

/**
 * Polls a calculation until it ends; resolves with its result. Rejects with `CalculationFailure` if the task or a
 * check fails, and with the signal's reason on abort.
 */
export async function followCalculation(
  check: (signal: AbortSignal) => Promise<IndicatorTask>,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<IndicatorTask['result']> {
  let last: IndicatorTask;
  try {
    last = await pollTask({
      check,
      isOver: ({ status }) => status === 'SUCCESS' || status === 'FAILURE',
      onState: (task) => onProgress(progressPercent(task)),
      intervalMs: pollIntervalMs,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new CalculationFailure(errorSentence(error, 'Failed to fetch task status'));
  }
  if (last.status === 'FAILURE') throw new CalculationFailure(last.error || 'Task failed');
  return last.result;
}
