import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

export interface JobOptions {
  /** How often a job is tried before it is given up. */
  readonly maxAttempts: number;
  readonly runAt?: Date;
  /** A job of the same key that still waits is replaced. */
  readonly jobKey?: string;
  /** Jobs of a smaller number are taken up first; 0 where it is not said. */
  readonly priority?: number;
  /** Workers may refuse jobs by their flags. */
  readonly flags?: readonly string[];
}

/** Puts a job in Graphile Worker's queue, within the entity manager's transaction. */
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
