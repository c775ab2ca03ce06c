import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
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
    await lock(client, symbol, signal);
  } catch (error) {
    client.release(true);
    throw error;
  }
  try {
    return await work();
  } finally {
    // Closing the connection releases the lock, too; but the next work would wait for a new one.
    client.release(!(await unlock(client, symbol)));
  }
}

async function lock(client: PoolClient, symbol: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) {
      throw new StockLockAbortedError(`the lock on ${symbol} was not free in time`, { cause: signal.reason });
    }
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [historyLock, symbol],
    );
    if (rows[0]?.locked) return;
    await delay(pollIntervalMs);
  }
}

/** @returns false if the connection is broken, or has lost the lock */
async function unlock(client: PoolClient, symbol: string): Promise<boolean> {
  const answer = client.query<{ unlocked: boolean }>(
    'select pg_advisory_unlock($1, hashtext($2)) as unlocked',
    [historyLock, symbol],
  );
  return answer.then(
    ({ rows }) => rows[0]?.unlocked === true,
    () => false,
  );
}
