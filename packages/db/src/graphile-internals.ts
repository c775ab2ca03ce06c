import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

// The only file that names Graphile Worker's private tables. Its public interface has no way to list the locks of a
// worker, to unlock a single job, or to delete jobs in the statement that fails their tasks. Its own schedule goes by
// the clock of the process: after a jump it makes up all runs, and while that clock is ahead of the database's, their
// jobs wait. An upgrade may change the tables without notice: the test of this file compares the columns used here
// with the installed ones.

/** The workers that have locked jobs or queues: a query with the columns `locked_by` and `locked_at`. */
export const workerLocks = sql`
  select locked_by, locked_at from graphile_worker._private_jobs
  union all
  select locked_by, locked_at from graphile_worker._private_job_queues
`;

/**
 * Deletes the jobs that have used up their attempts and that no worker has locked: a statement that returns the
 * column `task_id`, null for jobs without a task and for tasks with another job. A task that goes on with a new job
 * of the same key has two if its worker dies before the old one is completed: Graphile Worker marks a replaced job as
 * used up.
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

/** A job that recurs. */
export interface ScheduledJob {
  readonly name: string;
  readonly everyS: number;
  /** Seconds after midnight in UTC, of a run. */
  readonly atS: number;
}

/**
 * Enqueues the jobs whose last time has passed since any worker enqueued them: each once, however often its time has
 * passed, and by the database's clock. A job that is new to the database waits for its next time. A waiting job is
 * not duplicated.
 */
export async function enqueueScheduledJobs(em: EntityManager, jobs: readonly ScheduledJob[]): Promise<void> {
  await sql`
    with last_times as (
      select name, to_timestamp((floor((extract(epoch from now()) - at_s) / every_s) * every_s + at_s)::float8) as due_at
      from unnest(
        ${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ everyS }) => everyS)}::int[],
        ${jobs.map(({ atS }) => atS)}::int[]
      ) as job (name, every_s, at_s)
    ), missed as (
      select name, due_at, identifier is not null as is_known
      from last_times left join graphile_worker._private_known_crontabs on identifier = name
      where identifier is null or coalesce(last_execution, known_since) < due_at or last_execution > now()
      order by name
    ), claimed as (
      insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
      select name, now(), due_at from missed
      on conflict (identifier) do update set last_execution = excluded.last_execution
      where coalesce(known.last_execution, known.known_since) < excluded.last_execution or known.last_execution > now()
      returning identifier
    )
    select graphile_worker.add_job(name, max_attempts := 1, job_key := name)
    from claimed join missed on name = identifier where is_known
  `.execute(em.getKysely());
}

/**
 * Whether a worker has scheduled a job within the last `seconds`; its last time counts, also if it was not enqueued.
 */
export async function wasScheduledWithin(em: EntityManager, name: string, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ wasScheduled: boolean }>`
    select exists (
      select from graphile_worker._private_known_crontabs
      where identifier = ${name} and coalesce(last_execution, known_since) > now() - make_interval(secs => ${seconds})
    ) as "wasScheduled"
  `.execute(em.getKysely());
  return rows[0]?.wasScheduled ?? false;
}
