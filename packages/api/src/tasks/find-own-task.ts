import { taskRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import type { TaskKind } from './kinds.ts';

/**
 * Finds a task of the caller.
 * @throws AppError NOT_FOUND for a malformed or unknown id, another user's task, or one of another kind
 */
export async function findOwnTask({ em, user }: UserContext, id: string, kinds: readonly TaskKind[]) {
  const task = isUuid(id) ? await taskRepository.findOfUser(em, user.id, id) : null;
  if (!task || !kinds.some((kind) => kind === task.kind)) throw notFound('Task');
  return task;
}
