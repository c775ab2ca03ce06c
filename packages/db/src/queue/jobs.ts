import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

export interface JobOptions {
  /** Attempts in total, the first included. */
  readonly maxAttempts: number;
  readonly runAt?: Date;
  /** Replaces a waiting job with the same key. */
  readonly jobKey?: string;
  /** Jobs with a smaller number run first; 0 by default. */
  readonly priority?: number;
  /** Workers can skip jobs by flag. */
  readonly flags?: readonly string[];
}

/** Adds a job to Graphile Worker's queue, in the entity manager's transaction. */
export async function enqueueJob(
  em: EntityManager,
  identifier: string,
  payload: object,
  { maxAttempts, runAt, jobKey, priority, flags }: JobOptions,
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${identifier}, payload := ${JSON.stringify(payload)}::json, max_attempts := ${maxAttempts}::int,
      run_at := ${runAt ?? null}::timestamptz, job_key := ${jobKey ?? null},
      priority := ${priority ?? null}::int, flags := ${flags ?? null}::text[]
    )
  `.execute(em.getKysely());
}

/** Removes the waiting jobs with these keys, in the entity manager's transaction. */
export async function removeJobs(em: EntityManager, jobKeys: readonly string[]): Promise<void> {
  await sql`select graphile_worker.remove_job(key) from unnest(${jobKeys}::text[]) key`.execute(
    em.getKysely(),
  );
}
