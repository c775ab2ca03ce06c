import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  enqueueJob,
  type JobOptions,
  taskRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { fetchKinds, maxAttempts, moveKinds, runKinds, type TaskKind, type TaskPayload } from './kinds.ts';
import type { taskInput } from './schemas.ts';

export interface TaskRequest<Kind extends TaskKind> {
  readonly kind: Kind;
  /** Identifies equal requests: those of the same user, kind and subject share one active task. */
  readonly subject: string;
  readonly payload: TaskPayload<Kind>;
  /** Status message until a worker starts the task. */
  readonly message: string;
  /** Checks further quotas. Runs in the transaction that adds the task, with the user's row locked. */
  assertAllowed?(tx: EntityManager): Promise<void>;
  /** Stores what the task needs besides its payload, in the transaction that adds the task. */
  onAdded?(tx: EntityManager, taskId: string): Promise<void>;
}

/**
 * Creates a task and its job in one transaction. If an equal request of the user is still active, returns its task.
 * @returns the task's id
 * @throws AppError CONFLICT if the user has too many unfinished tasks, or the error of `assertAllowed`
 */
export function requestTask<Kind extends TaskKind>(
  { em, user, services: { clock, quotas } }: UserContext,
  { kind, subject, payload, message, assertAllowed, onAdded }: TaskRequest<Kind>,
): Promise<string> {
  const create = async (tx: EntityManager) => {
    // Serialises simultaneous requests of a user, so that each finds the task of the previous one.
    await userRepository.lockForUpdate(tx, user.id);
    const active = await taskRepository.findActive(tx, user.id, kind, subject);
    if (active) return active.id;
    const unfinished = await taskRepository.countUnfinished(tx, user.id);
    assertQuota(unfinished, quotas.unfinishedTasks, 'unfinished tasks', 'Wait until one has ended');
    await assertAllowed?.(tx);
    const id = await addTask(tx, user.id, { kind, subject, payload, message, createdAt: clock() });
    await onAdded?.(tx, id);
    return id;
  };
  // Rows that were read before the lock are read again.
  return em.transactional(create, { clear: true });
}

/**
 * Adds a task and its job, without the checks of `requestTask`: the caller knows that there is no equal one.
 * @returns the task's id
 */
export async function addTask<Kind extends TaskKind>(
  tx: EntityManager,
  userId: string,
  task: Pick<TaskRequest<Kind>, 'kind' | 'subject' | 'payload' | 'message'> & { readonly createdAt: Date },
): Promise<string> {
  const id = randomUUID();
  const unfinished = await taskRepository.countUnfinished(tx, userId);
  await taskRepository.add(tx, { ...task, id, userId });
  await enqueueTask(tx, { id, kind: task.kind, userId }, unfinished);
  return id;
}

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
/** The flag of the jobs of users that fetch a history; workers use it to keep a slot free of them. */
export const fetchFlag = 'fetch';
/** The flag of the jobs of moves; a worker runs one at a time. */
export const moveFlag = 'move';

const kindsByFlag: readonly (readonly [string, readonly TaskKind[]])[] = [
  [runFlag, runKinds],
  [fetchFlag, fetchKinds],
  [moveFlag, moveKinds],
];

function flagsOf(kind: TaskKind): readonly string[] {
  return kindsByFlag.filter(([, kinds]) => kinds.includes(kind)).map(([flag]) => flag);
}

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
      flags: [userFlag(userId), ...flagsOf(kind)],
      runAt,
      jobKey,
    },
  );
}

/**
 * Reads a task of the caller, for all operations that return one. Each output schema picks its fields: some name the
 * progress `info`.
 * @param kinds all by default
 * @param resultOf presents the stored result of a task that has succeeded
 * @throws AppError NOT_FOUND for a malformed or unknown id, another user's task, or one of another kind
 */
export async function readTask<Result>(
  { em, user }: UserContext,
  { taskId }: z.output<typeof taskInput>,
  kinds: readonly TaskKind[] | null,
  resultOf: (stored: Record<string, unknown>) => Result,
) {
  const task = isUuid(taskId) ? await taskRepository.findOfUser(em, user.id, taskId) : null;
  if (!task || (kinds && !kinds.includes(task.kind as TaskKind))) throw notFound('Task');
  const { id, kind, status, message, current, total, createdAt, finishedAt } = task;
  const steps = current === null || total === null ? null : { current, total };
  const progress = finishedAt ? null : steps;
  return {
    task_id: id,
    kind: kind as TaskKind,
    status,
    message,
    /** Those of the last report, also when the task has ended. */
    steps,
    progress,
    info: progress,
    result: status === 'SUCCESS' && task.result ? resultOf(task.result) : null,
    error: status === 'FAILURE' ? message : null,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
