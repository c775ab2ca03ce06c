import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AttemptCount } from '../entities/attempt-count.entity.ts';

export interface Attempts {
  count: number;
  /** When counting begins anew, in milliseconds since 1970. */
  endsAtMs: number;
}

/** Keys name addresses and emails, which are nobody's business here. */
function keyOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Counts one more of something, in one statement, so that simultaneous ones are all counted. Counting begins
 * anew where the time of the earlier count has ended.
 * @param forMs how long a new count lasts
 * @returns the count with this one
 */
export async function add(
  em: EntityManager,
  parts: readonly string[],
  forMs: number,
  now: Date,
): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    insert into attempt_count as known (key, count, ends_at)
    values (${keyOf(parts)}, 1, ${new Date(now.getTime() + forMs)})
    on conflict (key) do update set
      count = case when known.ends_at <= ${now} then 1 else known.count + 1 end,
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
    returning count, (extract(epoch from ends_at) * 1000)::float8 as "endsAtMs"
  `.execute(em.getKysely());
  const [attempts] = rows;
  if (!attempts) throw new Error('PostgreSQL counted an attempt without saying so');
  return attempts;
}

/** How many of something there were, in the time that still lasts. */
export async function read(em: EntityManager, parts: readonly string[], now: Date): Promise<number> {
  const attempts = await em.findOne(AttemptCount, { key: keyOf(parts), endsAt: { $gt: now } });
  return attempts?.count ?? 0;
}
