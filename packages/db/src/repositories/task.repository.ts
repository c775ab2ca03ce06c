import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Task, type TaskState } from '../entities/task.entity.ts';

const active: TaskState[] = ['PENDING', 'PROGRESS'];

export function find(em: EntityManager, id: string): Promise<Task | null> {
  return em.findOne(Task, { id });
}

/** A task that only its owner can read. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<Task | null> {
  return em.findOne(Task, { id, user: userId });
}

/** The task of the same user about the same thing that has not ended yet. */
export function findActive(
  em: EntityManager,
  userId: string,
  kind: string,
  subject: string,
): Promise<Task | null> {
  return em.findOne(Task, { user: userId, kind, subject, status: { $in: active } });
}

export type NewTask = Pick<Task, 'id' | 'kind' | 'subject' | 'payload' | 'message' | 'createdAt'> & {
  userId: string;
};

/** Adds a task. The caller holds the user's lock and has found no active task about the same subject. */
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

/** How many tasks of a user have not ended. */
export function countUnfinished(em: EntityManager, userId: string): Promise<number> {
  return em.count(Task, { user: userId, status: { $in: active } });
}

/** How many unfinished tasks the user of a task asked for before it. */
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

/** Reports progress. A task that has ended stays ended. */
export async function report(em: EntityManager, id: string, progress: Progress, now: Date): Promise<void> {
  await em.nativeUpdate(
    Task,
    { id, status: { $in: active } },
    { ...progress, status: 'PROGRESS', startedAt: now },
  );
}

/** Ends a task; the first end counts. */
export async function finish(
  em: EntityManager,
  id: string,
  end: { status: 'SUCCESS' | 'FAILURE'; message: string; result: Record<string, unknown> | null },
  now: Date,
): Promise<void> {
  await em.nativeUpdate(Task, { id, status: { $in: active } }, { ...end, finishedAt: now });
}

/**
 * Whether a task has not ended yet. Until the transaction ends it cannot be ended: what is done in the transaction
 * is done while the task is under way, or not at all.
 */
export async function lockIfActive(tx: EntityManager, id: string): Promise<boolean> {
  const task = await tx.findOne(
    Task,
    { id, status: { $in: active } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return task !== null;
}

/** Fails the tasks of a user that are under way about any of the subjects. */
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

/** Forgets tasks that ended before a moment. */
export function deleteFinishedBefore(em: EntityManager, moment: Date): Promise<number> {
  return em.nativeDelete(Task, { finishedAt: { $lt: moment } });
}

/**
 * Forgets the jobs that have used up their tries, and fails the tasks among them that have not ended: each try took
 * its worker down. @returns the ids of these tasks
 */
export async function failExhausted(em: EntityManager, message: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with exhausted as (
      delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null
      returning (payload->>'taskId')::uuid as task_id
    )
    update task set status = 'FAILURE', message = ${message}, finished_at = ${now}
    from exhausted
    where task.id = exhausted.task_id and task.status in ('PENDING', 'PROGRESS')
    returning task.id
  `.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/** How many tasks are kept of each kind and status. */
export async function countByStatus(
  em: EntityManager,
): Promise<{ kind: string; status: TaskState; count: number }[]> {
  const { rows } = await sql<{ kind: string; status: TaskState; count: number }>`
    select kind, status, count(*)::int as count from task group by kind, status order by kind, status
  `.execute(em.getKysely());
  return rows;
}
