import { taskRepository } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import type { TaskContext } from '../../tasks/run-task.ts';

const intervalMs = 1_000;

/** Calls `run` with a signal that is also aborted soon after the task has been cancelled. */
export async function watchTask<Result>(
  { database, taskId, signal }: TaskContext,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const watch = new AbortController();
  const check = async () => {
    try {
      if (await taskRepository.isActive(database.fork(), taskId)) return;
      watch.abort(new AppError('CONFLICT', 'The run was cancelled'));
    } catch (error) {
      watch.abort(error);
    }
  };
  const timer = setInterval(check, intervalMs);
  try {
    return await run(AbortSignal.any([signal, watch.signal]));
  } finally {
    clearInterval(timer);
  }
}
