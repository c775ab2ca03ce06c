import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { adaptedSize } from './adapted-size.ts';

/** Bounds of the time of a batch, which holds locks: far below 100 ms, as the next one may be slower. */
const targetMs = { min: 10, max: 40 };
const firstBatchSize = 100;
const maxBatchSize = 10_000;

/**
 * Deletes the rows that match, each batch in a transaction of its own. It locks rows before it deletes them by their
 * ctid, so that one that another transaction changes meanwhile stays, as a sign-in that is used. What references a row
 * and is deleted with it counts into the time of its batch: the size adapts to the time of the batch before.
 * @returns the number of deleted rows
 */
export async function deleteInBatches(
  em: EntityManager,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  let deleted = 0;
  for (let size = firstBatchSize; ; ) {
    const start = performance.now();
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.id(table)} where ctid = any(array(
        select ctid from ${sql.id(table)} where ${condition} limit ${size} for update skip locked
      ))
    `.execute(em.getKysely());
    deleted += Number(numAffectedRows);
    // Rows that others have locked are left to the next clean-up.
    if (Number(numAffectedRows) < size) return deleted;
    size = adaptedSize(size, performance.now() - start, targetMs, maxBatchSize);
  }
}
