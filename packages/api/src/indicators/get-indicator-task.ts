import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findOwnTask } from '../tasks/find-own-task.ts';
import type { IndicatorTask } from '../tasks/schemas.ts';
import type { indicatorTaskInput } from './schemas.ts';

/**
 * Returns the state of a calculation of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getIndicatorTask(
  ctx: UserContext,
  { taskId }: z.output<typeof indicatorTaskInput>,
): Promise<IndicatorTask> {
  const task = await findOwnTask(ctx, taskId, ['calculate-indicator']);
  const { id, status, message, current, total, result } = task;
  return {
    task_id: id,
    status,
    message,
    info: status === 'PROGRESS' && current !== null && total !== null ? { current, total } : null,
    result: result && {
      indicator_id: String(result.indicator_id),
      indicator_name: String(result.indicator_name),
      rows: Number(result.rows),
    },
    error: status === 'FAILURE' ? message : null,
  };
}
