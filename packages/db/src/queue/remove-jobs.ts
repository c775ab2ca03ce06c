import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** Removes the waiting jobs with these keys, in the entity manager's transaction. */
export async function removeJobs(em: EntityManager, jobKeys: readonly string[]): Promise<void> {
  await sql`select graphile_worker.remove_job(key) from unnest(${jobKeys}::text[]) key`.execute(
    em.getKysely(),
  );
}
