import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { workerLocks } from '../../graphile-internals.ts';

/** Stores a worker's heartbeat. Uses the database's clock, because the clocks of machines differ. */
export async function heartbeat(em: EntityManager, workerId: string): Promise<void> {
  await sql`
    insert into worker_heartbeat (worker_id, heartbeat_at) values (${workerId}, now())
    on conflict (worker_id) do update set heartbeat_at = excluded.heartbeat_at
  `.execute(em.getKysely());
}

/** Whether any worker has sent a heartbeat within the last `seconds`. */
export async function hasLiveWorker(em: EntityManager, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ isLive: boolean }>`
    select exists (
      select from worker_heartbeat where heartbeat_at > now() - make_interval(secs => ${seconds})
    ) as "isLive"
  `.execute(em.getKysely());
  return rows[0]?.isLive ?? false;
}

/**
 * Ids of workers without a heartbeat for `seconds`, including workers that have locked a job or queue for that long
 * without ever sending a heartbeat.
 */
export async function listStale(em: EntityManager, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ workerId: string }>`
    with deadline as (select now() - make_interval(secs => ${seconds}) as moment),
    locks as (${workerLocks})
    select worker_id as "workerId" from worker_heartbeat, deadline where heartbeat_at < moment
    union
    select locked_by from locks, deadline
    where locked_at < moment and not exists (select from worker_heartbeat where worker_id = locked_by)
  `.execute(em.getKysely());
  return rows.map(({ workerId }) => workerId);
}

/** Unlocks the jobs and queues of dead workers and deletes their heartbeats. Started attempts count. */
export async function releaseWorkers(em: EntityManager, workerIds: readonly string[]): Promise<void> {
  await em.transactional(async (tx) => {
    const db = tx.getKysely();
    await sql`select graphile_worker.force_unlock_workers(${workerIds}::text[])`.execute(db);
    await sql`delete from worker_heartbeat where worker_id = any(${workerIds}::text[])`.execute(db);
  });
}
