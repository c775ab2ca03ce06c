import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../connection/database.ts';

/** Advisory locks with this first key are for one stock's history. */
const historyLock = 7_204_120;
const pollMs = 50;

/**
 * Runs `work` while no other worker, in any process, does so for the same symbol. Who comes second waits. The
 * lock belongs to a database session: where a process dies, PostgreSQL frees it.
 */
export async function withStockLock<T>(
  database: Database,
  symbol: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const client = await (await database.pool()).connect();
  try {
    const key = [historyLock, symbol];
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as locked',
        key,
      );
      if (rows[0]?.locked) break;
      await delay(pollMs, undefined, { signal });
    }
    return await work();
  } finally {
    // Closing the session frees the lock, whatever state the connection is in.
    client.release(true);
  }
}
