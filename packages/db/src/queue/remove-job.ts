import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** Removes the waiting job with this key, in the entity manager's transaction. */
export async function removeJob(em: EntityManager, jobKey: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${jobKey})`.execute(em.getKysely());
}
