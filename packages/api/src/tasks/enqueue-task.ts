import { type EntityManager, enqueueJob } from '@stockbook/db';
import { maxAttempts, type TaskKind } from './kinds.ts';

/** Graphile Worker takes up jobs of smaller numbers first. Tasks of users come before what nobody waits for. */
const maxUserPriority = 999;
export const backgroundPriority = maxUserPriority + 1;

const userFlagPrefix = 'user:';

/** The flag that names the user of a job, for workers that share their slots among users. */
export function userFlagOf(flags: Readonly<Record<string, true>> | null): string | null {
  return Object.keys(flags ?? {}).find((flag) => flag.startsWith(userFlagPrefix)) ?? null;
}

/**
 * Enqueues the job of a task. Users take turns: a task with `position` unfinished tasks of its user before it comes
 * after every task of another user with fewer before it, so that the first task of one never waits for the hundredth
 * of another.
 */
export function enqueueTask(
  em: EntityManager,
  { id, kind, userId }: { id: string; kind: TaskKind; userId: string },
  position: number,
  runAt?: Date,
): Promise<void> {
  return enqueueJob(
    em,
    kind,
    { taskId: id },
    {
      maxAttempts,
      priority: Math.min(position, maxUserPriority),
      flags: [`${userFlagPrefix}${userId}`],
      ...(runAt === undefined ? {} : { runAt }),
    },
  );
}
