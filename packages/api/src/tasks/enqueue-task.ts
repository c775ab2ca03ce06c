import { type EntityManager, enqueueJob, type JobOptions } from '@stockbook/db';
import { maxAttempts, runKinds, type TaskKind } from './kinds.ts';

/** Graphile Worker runs jobs with smaller numbers first: tasks of users before background jobs. */
const maxUserPriority = 999;
export const backgroundPriority = maxUserPriority + 1;

const userFlagPrefix = 'user:';

/** The flag of a job that names its user; workers use it to share their slots among users. Null for background jobs. */
export function userFlagOf(flags: Readonly<Record<string, true>> | null): string | null {
  return Object.keys(flags ?? {}).find((flag) => flag.startsWith(userFlagPrefix)) ?? null;
}

/** The flag of the jobs of backtests and sweeps; workers use it to keep a slot free of them. */
export const runFlag = 'run';

/** The flag of the jobs of a user. */
export function userFlag(userId: string): string {
  return `${userFlagPrefix}${userId}`;
}

/**
 * Enqueues the job of a task. Its priority is `position`, so that users take turns: the first task of one user does not
 * wait for the hundredth of another.
 * @param position number of unfinished tasks of the user before this one
 */
export function enqueueTask(
  em: EntityManager,
  { id, kind, userId }: { id: string; kind: TaskKind; userId: string },
  position: number,
  { runAt, jobKey }: Pick<JobOptions, 'runAt' | 'jobKey'> = {},
): Promise<void> {
  return enqueueJob(
    em,
    kind,
    { taskId: id },
    {
      maxAttempts,
      priority: Math.min(position, maxUserPriority),
      flags: [userFlag(userId), ...(runKinds.some((run) => run === kind) ? [runFlag] : [])],
      runAt,
      jobKey,
    },
  );
}
