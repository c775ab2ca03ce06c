import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '@stockbook/api';
import type { BackupPlan } from '../backups/scheduled-backup.ts';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

/** Graphile Worker listens on one connection, and fetches and completes jobs on another. */
const poolConnections = 2;

/** A job holds its stock's lock on one connection, and reads and writes on another. */
const jobConnections = 2;

/**
 * The number of jobs that can run at a time with a connection pool of this size, at most `requested`. With more jobs,
 * each could hold a lock while waiting for a connection: a deadlock.
 */
export function maxConcurrency(requested: number, connections: number): number {
  return Math.max(1, Math.min(requested, Math.floor((connections - poolConnections) / jobConnections)));
}

/** The interval of attempts to start a new pool, for example while the database is unavailable. */
const restartDelayMs = 1_000;

/**
 * Runs jobs until it is stopped. Graphile Worker ends its pool if it cannot record the outcome of a job, for example
 * while the database is unavailable: a new pool is started then.
 * @param requested jobs at a time; lowered to what the database's connection pool supports
 * @param backupPlan for scheduled backups; null to make none
 * @returns a function that stops the worker: running jobs finish, or are aborted and requeued
 */
export async function runWorker(
  services: Services,
  requested: number,
  backupPlan: BackupPlan | null = null,
): Promise<() => Promise<void>> {
  const { log, database } = services;
  const { max: connections } = (await database.pool()).options;
  const concurrency = maxConcurrency(requested, connections);
  if (concurrency < requested) {
    log.warn({ requested, concurrency, connections }, 'fewer jobs run at a time: raise DATABASE_POOL_SIZE');
  }
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');

  async function keepRunning(first: WorkerPool): Promise<void> {
    for (let pool: WorkerPool | null = first; pool !== null; pool = await restart()) {
      await Promise.race([stopped, pool.ended]);
      if (stopping.signal.aborted) return pool.stop();
      log.warn({}, 'the worker stopped unexpectedly: restarting it');
    }
  }

  async function restart(): Promise<WorkerPool | null> {
    while (!stopping.signal.aborted) {
      try {
        return await startWorkerPool(services, concurrency, backupPlan);
      } catch (error) {
        log.warn({ err: error }, 'the worker could not start');
        await Promise.race([stopped, delay(restartDelayMs, undefined, { ref: false })]);
      }
    }
    return null;
  }

  const ended = keepRunning(await startWorkerPool(services, concurrency, backupPlan));
  return async () => {
    stopping.abort();
    await ended;
  };
}
