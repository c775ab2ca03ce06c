import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isDatabaseUnavailable, writeProblemOf } from './database-unavailable.ts';

/** Anybody may ask for the health of the server: all who ask within a second get one answer. */
const validForMs = 1_000;

/**
 * Creates a function that finds out whether the database takes writes, without writing to a table: PostgreSQL puts 1 MB
 * into a temporary file, about as much as the history of a stock needs.
 */
export function createWriteProbe(fork: () => EntityManager): () => Promise<boolean> {
  let last: { readonly answer: Promise<boolean>; readonly atMs: number } | null = null;
  return () => {
    const atMs = performance.now();
    if (last === null || atMs - last.atMs > validForMs) last = { answer: probe(fork()), atMs };
    return last.answer;
  };
}

/** @throws the driver's error if the database does not answer */
async function probe(em: EntityManager): Promise<boolean> {
  return em
    .transactional(async (tx) => {
      const db = tx.getKysely();
      const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly"
    `.execute(db);
      if (rows[0]?.isReadOnly) return false;
      // More than that goes into a file.
      await sql`set local work_mem = '64kB'`.execute(db);
      await sql`select count(*) from unnest(array_fill(repeat('x', 8192), array[128]))`.execute(db);
      return true;
    })
    .catch((error) => {
      // PostgreSQL reports a temporary file that it cannot create as an internal error.
      if (writeProblemOf(error) === null && isDatabaseUnavailable(error)) throw error;
      return false;
    });
}
