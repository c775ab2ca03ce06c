import type { IndicatorTask } from '@stockbook/api/schemas';
import { pollTask } from '../../lib/api/poll-task.ts';
import { errorSentence } from '../../lib/api/server-error.ts';

/** How often a calculation is asked after, in milliseconds. */
const intervalMs = 2000;
const pendingPercent = 10;
const defaultPercent = 50;
const maximumPercent = 90;

/** A calculation that failed, with the sentence to show. */
export class CalculationFailure extends Error {
  override readonly name = 'CalculationFailure';
}

/** How far a calculation is, in whole percent: what the panel shows for each state of its task. */
export function progressPercent({ status, info }: Pick<IndicatorTask, 'info'> & { status: string }): number {
  switch (status) {
    case 'PENDING':
      return pendingPercent;
    case 'PROGRESS':
      return info && info.total > 0
        ? Math.min(maximumPercent, Math.round((100 * info.current) / info.total))
        : defaultPercent;
    case 'SUCCESS':
      return 100;
    default:
      return 0;
  }
}

/**
 * Follows a calculation to its end and resolves with its result. Rejects with `CalculationFailure` when it fails
 * or cannot be asked after, and with the signal's reason when that ends it.
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
      intervalMs,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new CalculationFailure(errorSentence(error, 'Failed to fetch task status'));
  }
  if (last.status === 'FAILURE') throw new CalculationFailure(last.error || 'Task failed');
  return last.result;
}
