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
export function enqueueJob(
  em: EntityManager,
  identifier: string,
  payload: object,
  options: JobOptions,
): Promise<void> {
  return enqueueJobs(em, identifier, [{ payload, ...options }]);
}

/** Adds jobs with different keys by one statement and one notification of the workers. */
export async function enqueueJobs(
  em: EntityManager,
  identifier: string,
  jobs: readonly (JobOptions & { readonly payload: object })[],
): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select count(*) from graphile_worker.add_jobs((
      select array_agg(
        row(
          ${identifier}::text, payload, null, "runAt", "maxAttempts", "jobKey", priority, flags
        )::graphile_worker.job_spec
      )
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job(
        payload json, "runAt" timestamptz, "maxAttempts" int, "jobKey" text, priority int, flags text[]
      )
    ))
  `.execute(em.getKysely());
}

/** Removes the waiting jobs with these keys, in the entity manager's transaction. */
export async function removeJobs(em: EntityManager, jobKeys: readonly string[]): Promise<void> {
  if (jobKeys.length === 0) return;
  await sql`select graphile_worker.remove_job(key) from unnest(${jobKeys}::text[]) key`.execute(
    em.getKysely(),
  );
}
