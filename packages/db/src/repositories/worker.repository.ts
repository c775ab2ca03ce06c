import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** Notes that a worker lives. All times here are the database's: workers on other machines have other clocks. */
export async function beat(em: EntityManager, workerId: string): Promise<void> {
  await sql`
    insert into worker_heartbeat (worker_id, beat_at) values (${workerId}, now())
    on conflict (worker_id) do update set beat_at = excluded.beat_at
  `.execute(em.getKysely());
}

/** Whether any worker was heard of within so many seconds. */
export async function isAnyHeardWithin(em: EntityManager, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ heard: boolean }>`
    select exists (
      select from worker_heartbeat where beat_at > now() - make_interval(secs => ${seconds})
    ) as heard
  `.execute(em.getKysely());
  return rows[0]?.heard ?? false;
}

/** Workers that were not heard of for so many seconds: known ones, and any that hold a job without ever having said so. */
export async function listSilentFor(em: EntityManager, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ workerId: string }>`
    with deadline as (select now() - make_interval(secs => ${seconds}) as moment)
    select worker_id as "workerId" from worker_heartbeat, deadline where beat_at < moment
    union
    select locked_by from graphile_worker._private_jobs, deadline
    where locked_at < moment and not exists (select from worker_heartbeat where worker_id = locked_by)
  `.execute(em.getKysely());
  return rows.map(({ workerId }) => workerId);
}

/** Forgets workers that are gone. */
export async function forget(em: EntityManager, workerIds: readonly string[]): Promise<void> {
  await sql`delete from worker_heartbeat where worker_id = any(${workerIds}::text[])`.execute(em.getKysely());
}
