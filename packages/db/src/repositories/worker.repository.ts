import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** Notes that a worker lives. All times here are the database's: workers on other machines have other clocks. */
export async function heartbeat(em: EntityManager, workerId: string): Promise<void> {
  await sql`
    insert into worker_heartbeat (worker_id, beat_at) values (${workerId}, now())
    on conflict (worker_id) do update set beat_at = excluded.beat_at
  `.execute(em.getKysely());
}

/** Whether any worker was heard of within so many seconds. */
export async function hasLiveWorker(em: EntityManager, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ heard: boolean }>`
    select exists (
      select from worker_heartbeat where beat_at > now() - make_interval(secs => ${seconds})
    ) as heard
  `.execute(em.getKysely());
  return rows[0]?.heard ?? false;
}

/**
 * Workers that were not heard of for so many seconds: known ones, and any that hold a job or a queue without ever
 * having said so.
 */
export async function listStale(em: EntityManager, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ workerId: string }>`
    with deadline as (select now() - make_interval(secs => ${seconds}) as moment),
    locks as (
      select locked_by, locked_at from graphile_worker._private_jobs
      union all
      select locked_by, locked_at from graphile_worker._private_job_queues
    )
    select worker_id as "workerId" from worker_heartbeat, deadline where beat_at < moment
    union
    select locked_by from locks, deadline
    where locked_at < moment and not exists (select from worker_heartbeat where worker_id = locked_by)
  `.execute(em.getKysely());
  return rows.map(({ workerId }) => workerId);
}

/** Frees the jobs and queues of workers that are gone, and forgets these. A try that was begun counts. */
export async function releaseWorkers(em: EntityManager, workerIds: readonly string[]): Promise<void> {
  await em.transactional(async (tx) => {
    const db = tx.getKysely();
    await sql`select graphile_worker.force_unlock_workers(${workerIds}::text[])`.execute(db);
    await sql`delete from worker_heartbeat where worker_id = any(${workerIds}::text[])`.execute(db);
  });
}

/** The ids of the jobs that a worker holds. */
export async function listJobsHeldBy(em: EntityManager, workerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker._private_jobs where locked_by = ${workerId}
  `.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/** Frees jobs that a worker holds without having begun them: no try was made. */
export async function requeueJobs(
  em: EntityManager,
  workerId: string,
  jobIds: readonly string[],
): Promise<void> {
  await sql`
    with handed_back as (
      update graphile_worker._private_jobs
      set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
      where locked_by = ${workerId} and id = any(${jobIds}::bigint[])
      returning job_queue_id
    )
    update graphile_worker._private_job_queues queue set locked_by = null, locked_at = null
    from handed_back where queue.id = handed_back.job_queue_id and queue.locked_by = ${workerId}
  `.execute(em.getKysely());
}
