import { EventEmitter } from 'node:events';
import type { Services } from '@stockbook/api';
import { workerSchema } from '@stockbook/db';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import { startHeartbeat } from './heartbeat.ts';
import { shareSlots } from './share-slots.ts';
import { createTaskList, crontab } from './task-list.ts';
import { trackRunningJobs } from './track-running-jobs.ts';

/** When the pool is to stop, running jobs have so long to end by themselves before they are told to. */
const graceMs = 3_000;

/** A pool that has not stopped by then is left to itself: Graphile Worker may wait for what never comes. */
const shutdownTimeoutMs = graceMs + 1_000;

/** Graphile Worker's pool of workers, with its heartbeat. */
export interface WorkerPool {
  /** Resolves when no more jobs are taken up, because it was stopped or stopped by itself. */
  readonly ended: Promise<void>;
  /** Running jobs are told to end, and finished or handed back. */
  stop(): Promise<void>;
}

/** Takes up tasks until it is stopped, or cannot go on. */
export async function startWorkerPool(services: Services, concurrency: number): Promise<WorkerPool> {
  const { database, log } = services;
  const events: WorkerEvents = new EventEmitter();
  const running = trackRunningJobs(events);
  const poolId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  let isStopping = false;
  events.once('stop', () => {
    isStopping = true;
  });
  const runner = await run({
    pgPool: await database.pool(),
    schema: workerSchema,
    taskList: createTaskList(services),
    crontab,
    concurrency,
    forbiddenFlags: shareSlots(events, concurrency),
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'graphile-worker' }, message);
    }),
    // Without these a graceful stop leaves the job it waited for locked.
    preset: {
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: graceMs },
    },
  });
  const ended = new Promise<void>((resolve) => {
    // It logs by itself why it ended.
    runner.promise.then(resolve, () => resolve());
    events.once('pool:gracefulShutdown', () => setTimeout(resolve, shutdownTimeoutMs).unref());
  });
  const over = ended.then(startHeartbeat(services, await poolId, running));
  return {
    ended: over,
    async stop() {
      if (!isStopping) await Promise.race([runner.stop(), over]);
      await over;
    },
  };
}
