import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Task, type TaskState } from '../entities/task.entity.ts';

const underWay: TaskState[] = ['PENDING', 'PROGRESS'];

export function find(em: EntityManager, id: string): Promise<Task | null> {
  return em.findOne(Task, { id });
}

/** A task that only its owner can read. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<Task | null> {
  return em.findOne(Task, { id, user: userId });
}

/** The task of the same user about the same thing that has not ended yet. */
export function findUnderWay(
  em: EntityManager,
  userId: string,
  kind: string,
  subject: string,
): Promise<Task | null> {
  return em.findOne(Task, { user: userId, kind, subject, status: { $in: underWay } });
}

export type NewTask = Pick<Task, 'id' | 'kind' | 'subject' | 'payload' | 'message' | 'createdAt'> & {
  userId: string;
};

/** Adds a task unless one of the same user about the same thing is under way. @returns whether it was added */
export async function add(em: EntityManager, { userId, ...task }: NewTask): Promise<boolean> {
  const { affectedRows } = await em
    .createQueryBuilder(Task)
    .insert({
      ...task,
      user: userId,
      status: 'PENDING',
      current: null,
      total: null,
      result: null,
      startedAt: null,
      finishedAt: null,
    })
    .onConflict()
    .ignore()
    .execute('run');
  return affectedRows === 1;
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
    { id, status: { $in: underWay } },
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
  await em.nativeUpdate(Task, { id, status: { $in: underWay } }, { ...end, finishedAt: now });
}

/** Forgets tasks that ended before a moment. */
export function deleteFinishedBefore(em: EntityManager, moment: Date): Promise<number> {
  return em.nativeDelete(Task, { finishedAt: { $lt: moment } });
}

/**
 * Fails the tasks whose jobs have used up their tries without an end, because each try took its worker down, and
 * forgets those jobs. @returns the ids of the tasks
 */
export async function failExhausted(em: EntityManager, message: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with exhausted as (
      delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and payload->>'taskId' is not null
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
