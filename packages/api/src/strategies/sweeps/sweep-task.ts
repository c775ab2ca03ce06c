import { AppError } from '../../errors.ts';
import type { TaskBody } from '../../tasks/run-task.ts';

/** Job handler: runs a sweep. */
export const runSweepTask: TaskBody<'run-sweep'> = async () => {
  throw new AppError('CONFLICT', 'Sweeps cannot be run yet');
};
