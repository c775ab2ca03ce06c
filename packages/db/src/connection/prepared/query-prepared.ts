import type { QueryResultRow } from 'pg';
import type { Database } from '../database.ts';

/**
 * Runs a prepared statement, which PostgreSQL parses and plans once per connection: for statements that run on every
 * request and take longer to plan than to execute. Does not join the transaction of an entity manager.
 * @param name unique to the statement's text
 */
export async function queryPrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = await database.pool();
  // The pool's own `query` would bypass the time-out of PooledClient.
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Row>({ name, text, values: [...values] });
    return rows;
  } finally {
    client.release();
  }
}
