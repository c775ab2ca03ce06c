import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../connection/database.ts';

/** First key of the advisory lock on a stock's history; the second is the hash of the symbol. */
const historyLock = 7_204_120;
const pollIntervalMs = 50;

/** A wait for the lock on a stock's history was aborted: another task still holds it. */
export class StockLockAbortedError extends Error {
  override readonly name = 'StockLockAbortedError';
}

/**
 * Runs `work` under an exclusive lock on the symbol, across processes; waits until the lock is free or `signal` aborts.
 * The lock belongs to a database session, so PostgreSQL releases it when the process dies.
 *
 * @throws StockLockAbortedError if `signal` aborts before the lock is free
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
      if (signal.aborted) {
        throw new StockLockAbortedError(`the lock on ${symbol} was not free in time`, {
          cause: signal.reason,
        });
      }
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as locked',
        key,
      );
      if (rows[0]?.locked) break;
      await delay(pollIntervalMs);
    }
    return await work();
  } finally {
    // Closing the connection releases the lock, even if the connection is broken.
    client.release(true);
  }
}
