import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AttemptCount } from '../../entities/accounts.ts';

export interface Attempts {
  count: number;
  /** End of the counting window, in milliseconds since 1970. */
  endsAtMs: number;
}

/** Digests the parts, which contain client addresses and emails. */
function keyOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Increments a counter atomically, or restarts it if its window has ended.
 * @param parts identify the counter
 * @param windowMs length of a new window
 * @param amount as how many attempts it counts
 * @returns the count including this attempt
 */
export async function add(
  em: EntityManager,
  parts: readonly string[],
  windowMs: number,
  now: Date,
  amount = 1,
): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    insert into attempt_count as attempt (key, count, ends_at)
    values (${keyOf(parts)}, ${amount}, ${new Date(now.getTime() + windowMs)})
    on conflict (key) do update set
      count = case when attempt.ends_at <= ${now} then excluded.count else attempt.count + excluded.count end,
      ends_at = case when attempt.ends_at <= ${now} then excluded.ends_at else attempt.ends_at end
    returning count, (extract(epoch from ends_at) * 1000)::float8 as "endsAtMs"
  `.execute(em.getKysely());
  const [attempts] = rows;
  if (!attempts) throw new Error('The upsert of an attempt returned no row');
  return attempts;
}

/** The count in the current window; 0 if the window has ended. */
export async function read(em: EntityManager, parts: readonly string[], now: Date): Promise<number> {
  const attempts = await em.findOne(AttemptCount, { key: keyOf(parts), endsAt: { $gt: now } });
  return attempts?.count ?? 0;
}

/** Forgets the attempts of the current window. */
export async function reset(em: EntityManager, parts: readonly string[]): Promise<void> {
  await em.nativeDelete(AttemptCount, { key: keyOf(parts) });
}
