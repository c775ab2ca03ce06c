import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '@stockbook/api';
import { maxConcurrency } from './max-concurrency.ts';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

/** While the database is away, a new start is tried so often. */
const restartMs = 1_000;

/**
 * Takes up tasks until it is stopped. Graphile Worker ends its pool for good where it cannot write down how a job
 * ended, as while the database is away: then another takes its place.
 * @param asked jobs at a time: fewer run where the database's pool has not the connections
 * @returns a function that stops it: running jobs are told to end, finished or handed back
 */
export async function runWorker(services: Services, asked: number): Promise<() => Promise<void>> {
  const { log, database } = services;
  const { max: connections } = (await database.pool()).options;
  const concurrency = maxConcurrency(asked, connections);
  if (concurrency < asked) {
    log.warn({ asked, concurrency, connections }, 'fewer jobs run at a time: raise DATABASE_POOL_SIZE');
  }
  const stopping = new AbortController();
  const told = once(stopping.signal, 'abort');

  async function keepRunning(first: WorkerPool): Promise<void> {
    for (let pool: WorkerPool | null = first; pool !== null; pool = await startAgain()) {
      await Promise.race([told, pool.ended]);
      if (stopping.signal.aborted) return pool.stop();
      log.warn({}, 'the worker has stopped by itself: another takes its place');
    }
  }

  async function startAgain(): Promise<WorkerPool | null> {
    while (!stopping.signal.aborted) {
      try {
        return await startWorkerPool(services, concurrency);
      } catch (error) {
        log.warn({ err: error }, 'the worker could not start');
        await Promise.race([told, delay(restartMs, undefined, { ref: false })]);
      }
    }
    return null;
  }

  const kept = keepRunning(await startWorkerPool(services, concurrency));
  return async () => {
    stopping.abort();
    await kept;
  };
}
