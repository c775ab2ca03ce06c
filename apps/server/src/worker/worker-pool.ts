import { EventEmitter } from 'node:events';
import type { Services } from '@stockbook/api';
import { enqueueScheduledJobs, workerSchema } from '@stockbook/db';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import type { BackupPlan } from '../backups/scheduled-backup.ts';
import { startHeartbeat } from './heartbeat.ts';
import { shareSlots } from './share-slots.ts';
import { createTaskList, scheduledJobs } from './task-list.ts';

/** The ids of the running jobs: a live set. */
function trackRunningJobs(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));
  return running;
}

/** How long running jobs may continue after `stop()` before they are aborted. */
const graceMs = 3_000;

/** The pool counts as stopped after this time: Graphile Worker may wait forever for a lost connection. */
const shutdownTimeoutMs = graceMs + 1_000;

/** Graphile Worker's pool of workers, with its heartbeat. */
export interface WorkerPool {
  /** Resolves when the pool fetches no more jobs, after `stop()` or a failure. */
  readonly ended: Promise<void>;
  /** Lets running jobs finish within `graceMs`, then aborts and requeues them. */
  stop(): Promise<void>;
}

/** Starts a pool that runs jobs until it is stopped or fails. */
export async function startWorkerPool(
  services: Services,
  concurrency: number,
  backupPlan: BackupPlan | null,
): Promise<WorkerPool> {
  const { database, log } = services;
  const events: WorkerEvents = new EventEmitter();
  const running = trackRunningJobs(events);
  const poolId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  const schedule = scheduledJobs(backupPlan);
  // Before the first heartbeat, so that health knows of scheduled backups when the server is ready.
  await enqueueScheduledJobs(database.fork(), schedule);
  let isStopping = false;
  events.once('stop', () => {
    isStopping = true;
  });
  const runner = await run({
    pgPool: await database.pool(),
    schema: workerSchema,
    taskList: createTaskList(services, backupPlan),
    // The heartbeat enqueues the scheduled jobs.
    parsedCronItems: [],
    concurrency,
    forbiddenFlags: shareSlots(events, concurrency),
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'graphile-worker' }, message);
    }),
    // With a batch delay, a graceful shutdown leaves the job that it waited for locked.
    preset: {
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: graceMs },
    },
  });
  const ended = new Promise<void>((resolve) => {
    // Graphile Worker logs the error itself.
    runner.promise.then(resolve, () => resolve());
    events.once('pool:gracefulShutdown', () => setTimeout(resolve, shutdownTimeoutMs).unref());
  });
  const released = ended.then(startHeartbeat(services, await poolId, running, schedule));
  return {
    ended: released,
    async stop() {
      if (!isStopping) await Promise.race([runner.stop(), released]);
      await released;
    },
  };
}
