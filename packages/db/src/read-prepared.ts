import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueryResultRow } from 'pg';

/**
 * Rows of a statement that PostgreSQL reads and plans once for each connection: for the few that every request
 * begins with, where planning costs more than the rows. Takes no part in a transaction of the entity manager.
 * @param name the statement's own: it must always come with the same text
 */
export async function readPrepared<Row extends QueryResultRow>(
  em: EntityManager,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = await em.getConnection().getNativeClient();
  // Not by the pool's own `query`: its connection would wait without the limits of a PooledClient.
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Row>({ name, text, values: [...values] });
    return rows;
  } finally {
    client.release();
  }
}
