import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findOwnTask } from './find-own-task.ts';
import { type TaskKind, taskKinds } from './kinds.ts';
import type { taskInput } from './schemas.ts';
import { type AnyTask, taskResult } from './schemas.ts';

const allKinds = Object.keys(taskKinds) as TaskKind[];

/**
 * Returns the state of a task of the caller, of any kind.
 * @throws AppError NOT_FOUND
 */
export async function getTask(ctx: UserContext, { taskId }: z.output<typeof taskInput>): Promise<AnyTask> {
  const task = await findOwnTask(ctx, taskId, allKinds);
  const { id, status, message, current, total, createdAt, finishedAt } = task;
  return {
    task_id: id,
    kind: task.kind as TaskKind,
    status,
    message,
    progress: finishedAt || current === null || total === null ? null : { current, total },
    result: status === 'SUCCESS' ? taskResult.parse({ ...noResult, ...task.result }) : null,
    error: status === 'FAILURE' ? message : null,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

const noResult = {
  symbol: null,
  rows: null,
  indicator_id: null,
  indicator_name: null,
  backtest_id: null,
  sweep_id: null,
};
