import { AppError } from '../../errors.ts';
import type { TaskBody } from '../../tasks/run-task.ts';

/** Job handler: runs a backtest. */
export const runBacktestTask: TaskBody<'run-backtest'> = async () => {
  throw new AppError('CONFLICT', 'Backtests cannot be run yet');
};
