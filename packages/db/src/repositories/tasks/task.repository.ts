import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Task, type TaskState } from '../../entities/tasks.ts';
import { deleteExhaustedJobs } from '../../graphile-internals.ts';
import { deleteInBatches } from '../delete-in-batches.ts';

const active: TaskState[] = ['PENDING', 'PROGRESS'];

export function find(em: EntityManager, id: string): Promise<Task | null> {
  return em.findOne(Task, { id });
}

/** A task of this user; null if it belongs to another user. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<Task | null> {
  return em.findOne(Task, { id, user: userId });
}

/** The user's active task with this kind and subject. */
export function findActive(
  em: EntityManager,
  userId: string,
  kind: string,
  subject: string,
): Promise<Task | null> {
  return em.findOne(Task, { user: userId, kind, subject, status: { $in: active } });
}

/** First key of the advisory lock on a subject; the second is the hash of kind and subject. */
const subjectLock = 7_204_121;

/** Makes transactions that request the same thing for any users wait for each other, until `tx` ends. */
export async function lockSubject(tx: EntityManager, kind: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${subjectLock}::int, hashtext(${`${kind} ${subject}`}))`.execute(
    tx.getKysely(),
  );
}

/** The stored tasks of all users with any of the subjects. */
export function listBySubject(
  em: EntityManager,
  kind: string,
  subjects: readonly string[],
): Promise<Pick<Task, 'subject' | 'status' | 'finishedAt'>[]> {
  return em.find(
    Task,
    { kind, subject: { $in: [...subjects] } },
    { fields: ['subject', 'status', 'finishedAt'], orderBy: { createdAt: 'asc' }, disableIdentityMap: true },
  );
}

export type NewTask = Pick<Task, 'id' | 'kind' | 'subject' | 'payload' | 'message' | 'createdAt'> & {
  userId: string;
};

/** Adds a task. The caller holds the user's lock and has found no active task with the same subject. */
export async function add(tx: EntityManager, { userId, ...task }: NewTask): Promise<void> {
  await tx.insert(Task, {
    ...task,
    user: userId,
    status: 'PENDING',
    current: null,
    total: null,
    result: null,
    startedAt: null,
    finishedAt: null,
  });
}

export function countUnfinished(em: EntityManager, userId: string): Promise<number> {
  return em.count(Task, { user: userId, status: { $in: active } });
}

/** The number of active tasks of the same user that were created earlier. */
export function countUnfinishedBefore(
  em: EntityManager,
  { user, createdAt }: Pick<Task, 'user' | 'createdAt'>,
): Promise<number> {
  return em.count(Task, { user: user.id, createdAt: { $lt: createdAt }, status: { $in: active } });
}

export interface Progress {
  readonly message: string;
  readonly current: number;
  readonly total: number;
}

/** Stores progress; does nothing if the task has ended. */
export async function report(em: EntityManager, id: string, progress: Progress, now: Date): Promise<void> {
  await em.nativeUpdate(
    Task,
    { id, status: { $in: active } },
    { ...progress, status: 'PROGRESS', startedAt: now },
  );
}

/** Ends a task; does nothing if the task has ended. */
export async function finish(
  em: EntityManager,
  id: string,
  end: { status: 'SUCCESS' | 'FAILURE'; message: string; result: Record<string, unknown> | null },
  now: Date,
): Promise<void> {
  await em.nativeUpdate(Task, { id, status: { $in: active } }, { ...end, finishedAt: now });
}

export async function isActive(em: EntityManager, id: string): Promise<boolean> {
  return (await em.count(Task, { id, status: { $in: active } })) > 0;
}

/** Whether a task is active; locks it, so that it stays active until the transaction ends. */
export async function lockIfActive(tx: EntityManager, id: string): Promise<boolean> {
  const task = await tx.findOne(
    Task,
    { id, status: { $in: active } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return task !== null;
}

/** Fails the user's active tasks with any of the subjects. */
export async function cancelActive(
  em: EntityManager,
  { userId, kind, subjects }: { userId: string; kind: string; subjects: readonly string[] },
  message: string,
  now: Date,
): Promise<void> {
  await em.nativeUpdate(
    Task,
    { user: userId, kind, subject: { $in: [...subjects] }, status: { $in: active } },
    { status: 'FAILURE', message, finishedAt: now },
  );
}

/** Fails those of the tasks that are active. */
export async function cancel(
  em: EntityManager,
  ids: readonly string[],
  message: string,
  now: Date,
): Promise<void> {
  await em.nativeUpdate(
    Task,
    { id: { $in: [...ids] }, status: { $in: active } },
    { status: 'FAILURE', message, finishedAt: now },
  );
}

/** The number of a user's active tasks of some kinds. */
export function countActive(em: EntityManager, userId: string, kinds: readonly string[]): Promise<number> {
  return em.count(Task, { user: userId, kind: { $in: [...kinds] }, status: { $in: active } });
}

/** Few enough that deleting them takes some milliseconds. */
const tasksPerPage = 200;

/**
 * Deletes tasks that ended before `moment`, the lines of imports first: a task may have thousands.
 * @returns the number of tasks
 */
export async function deleteFinishedBefore(em: EntityManager, moment: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from task where finished_at < ${moment} order by finished_at limit ${tasksPerPage}
    `.execute(em.getKysely());
    const ids = rows.map(({ id }) => id);
    await deleteInBatches(em, 'import_line', sql`task_id = any(${ids}::uuid[])`);
    deleted += await em.nativeDelete(Task, { id: { $in: ids } });
    if (ids.length < tasksPerPage) return deleted;
  }
}

/**
 * Deletes jobs that have used up their attempts and fails their tasks that are still active, because every attempt
 * crashed its worker.
 * @returns the ids of the failed tasks
 */
export async function failExhausted(em: EntityManager, message: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with exhausted as (${deleteExhaustedJobs})
    update task set status = 'FAILURE', message = ${message}, finished_at = ${now}
    from exhausted
    where task.id = exhausted.task_id and task.status in ('PENDING', 'PROGRESS')
    returning task.id
  `.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/** The number of unfinished tasks per kind and status: few, unlike those that have ended. */
export async function countUnfinishedByStatus(
  em: EntityManager,
): Promise<{ kind: string; status: TaskState; count: number }[]> {
  const { rows } = await sql<{ kind: string; status: TaskState; count: number }>`
    select kind, status, count(*)::int as count from task
    where status in ('PENDING', 'PROGRESS') group by kind, status order by kind, status
  `.execute(em.getKysely());
  return rows;
}
