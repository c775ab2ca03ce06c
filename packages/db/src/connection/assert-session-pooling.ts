import type { Pool, PoolClient } from 'pg';
import { DatabaseUrlError } from './connection-config.ts';

/** A pooler with a single server connection lets the second client wait. */
const probeTimeoutMs = 2_000;

/**
 * Locks, LISTEN and time-outs belong to a database session. A pooler in transaction mode gives the session of one
 * client to others between transactions: locks would never be released, and the next start would wait for them.
 *
 * A client marks its session, another one begins a transaction, which a pooler runs on the session that became free
 * last; then the first client looks for its mark.
 * @throws DatabaseUrlError if the mark is not there, or does not come back
 */
export async function assertSessionPooling(pool: Pool): Promise<void> {
  const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    await first.query(`select set_config('stockbook.session', 'first', false)`);
    const hasBegun = await begin(second);
    if (!hasBegun || !(await hasMark(first))) {
      throw new DatabaseUrlError(
        'DATABASE_URL leads to a connection pooler that shares sessions: set pool_mode = session in PgBouncer.',
      );
    }
  } finally {
    // Closed, because they may be in a transaction or wait for a session.
    first.release(true);
    second.release(true);
  }
}

/** @returns false if PgBouncer is in statement mode, which has no transactions */
async function begin(client: PoolClient): Promise<boolean> {
  try {
    await client.query('begin');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('statement pooling mode')) return false;
    throw error;
  }
}

async function hasMark(client: PoolClient): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, probeTimeoutMs, false);
  });
  const mark = client
    .query<{ mark: string | null }>(`select current_setting('stockbook.session', true) as mark`)
    .then(({ rows }) => rows[0]?.mark === 'first');
  try {
    return await Promise.race([mark, timeout]);
  } finally {
    clearTimeout(timer);
    // The closed connection rejects it after the timeout.
    mark.catch(() => {});
  }
}
