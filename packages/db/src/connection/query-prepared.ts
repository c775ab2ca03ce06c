import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/**
 * Rows of a statement that PostgreSQL reads and plans once for each connection: for the few that every request
 * begins with, where planning costs more than the rows. Takes no part in a transaction of an entity manager.
 * @param name the statement's own: it must always come with the same text
 */
export async function queryPrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = await database.pool();
  // Not by the pool's own `query`: its connection would wait without the limits of a PooledClient.
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Row>({ name, text, values: [...values] });
    return rows;
  } finally {
    client.release();
  }
}
