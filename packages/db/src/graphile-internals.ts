import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

// The only file that names Graphile Worker's private tables. Its public interface has no way to list the locks of a
// worker, to unlock a single job, or to delete jobs in the statement that fails their tasks. An upgrade may change the
// tables without notice: the test of this file compares the columns used here with the installed ones.

/** The workers that have locked jobs or queues: a query with the columns `locked_by` and `locked_at`. */
export const workerLocks = sql`
  select locked_by, locked_at from graphile_worker._private_jobs
  union all
  select locked_by, locked_at from graphile_worker._private_job_queues
`;

/**
 * Deletes the jobs that have used up their attempts and that no worker has locked: a statement that returns the column
 * `task_id`, null for jobs without a task and for tasks with another job. A task that goes on with a new job of the same
 * key has two if its worker dies before the old one is completed: Graphile Worker marks a replaced job as used up.
 */
export const deleteExhaustedJobs = sql`
  delete from graphile_worker._private_jobs job
  where attempts >= max_attempts and locked_at is null
  returning case when not exists (
    select from graphile_worker._private_jobs other
    where other.payload->>'taskId' = job.payload->>'taskId' and other.attempts < other.max_attempts
  ) then (payload->>'taskId')::uuid end as task_id
`;

/** The ids of the jobs that a worker has locked. */
export async function listJobsLockedBy(em: EntityManager, workerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker._private_jobs where locked_by = ${workerId}
  `.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/** Unlocks jobs that a worker has locked but not started, without counting an attempt. */
export async function requeueJobs(
  em: EntityManager,
  workerId: string,
  jobIds: readonly string[],
): Promise<void> {
  await sql`
    with requeued as (
      update graphile_worker._private_jobs
      set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
      where locked_by = ${workerId} and id = any(${jobIds}::bigint[])
      returning job_queue_id
    )
    update graphile_worker._private_job_queues queue set locked_by = null, locked_at = null
    from requeued where queue.id = requeued.job_queue_id and queue.locked_by = ${workerId}
  `.execute(em.getKysely());
}
