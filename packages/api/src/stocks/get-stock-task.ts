import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findOwnTask } from '../tasks/find-own-task.ts';
import type { StockTask } from '../tasks/schemas.ts';
import type { stockTaskInput } from './schemas.ts';

/**
 * Returns the state of a task of the caller that adds or refreshes a stock.
 * @throws AppError NOT_FOUND
 */
export async function getStockTask(
  ctx: UserContext,
  { taskId }: z.output<typeof stockTaskInput>,
): Promise<StockTask> {
  const task = await findOwnTask(ctx, taskId, ['add-stock', 'refresh-stock']);
  const { id, status, message, current, total, result } = task;
  return { task_id: id, status, message, result: presentResult() };

  function presentResult(): StockTask['result'] {
    if (status === 'PENDING') return null;
    if (status === 'FAILURE') return { error: message };
    if (status === 'PROGRESS') return { status: message, current: current ?? 0, total: total ?? 0 };
    return { status: message, symbol: String(result?.symbol), rows: Number(result?.rows) };
  }
}
