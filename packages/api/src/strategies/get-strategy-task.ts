import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { runKinds } from '../tasks/kinds.ts';
import { findOwnTask } from '../tasks/tasks.ts';
import type { StrategyTask, strategyTaskInput } from './schemas.ts';

/**
 * Returns the state of a run of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getStrategyTask(
  ctx: UserContext,
  { taskId }: z.output<typeof strategyTaskInput>,
): Promise<StrategyTask> {
  const { id, status, message, current, total, result } = await findOwnTask(ctx, taskId, runKinds);
  return {
    task_id: id,
    status,
    message,
    info: status === 'PROGRESS' && current !== null && total !== null ? { current, total } : null,
    result: result && {
      backtest_id: result.backtest_id === undefined ? null : String(result.backtest_id),
      sweep_id: result.sweep_id === undefined ? null : String(result.sweep_id),
      stocks: Number(result.stocks),
    },
    error: status === 'FAILURE' ? message : null,
  };
}
