import { taskRepository } from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { TaskKind } from './kinds.ts';

/** A task of one of the kinds, if it is the caller's own; any other id, well-formed or not, names none. */
export async function findOwnTask({ em, user }: UserContext, id: string, kinds: readonly TaskKind[]) {
  const task = z.uuid().safeParse(id).success ? await taskRepository.findOfUser(em, user.id, id) : null;
  if (!task || !kinds.some((kind) => kind === task.kind)) throw notFound('Task');
  return task;
}
