import { EventEmitter } from 'node:events';
import type { Services } from '@stockbook/api';
import { workerSchema } from '@stockbook/db';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import { startHeartbeat } from './heartbeat.ts';
import { observeJobs } from './observe-jobs.ts';
import { createTaskList, crontab } from './task-list.ts';

/**
 * Takes up tasks until it is stopped.
 * @returns a function that stops it: running jobs are told to end, finished or handed back
 */
export async function runWorker(services: Services, concurrency: number): Promise<() => Promise<void>> {
  const { database, log } = services;
  const events: WorkerEvents = new EventEmitter();
  observeJobs(events, services.observer);
  const workerId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  const runner = await run({
    pgPool: await database.pool(),
    schema: workerSchema,
    taskList: createTaskList(services),
    crontab,
    concurrency,
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'graphile-worker' }, message);
    }),
    // Without these a graceful stop leaves the job it waited for locked.
    preset: {
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: 5_000 },
    },
  });
  const stopHeartbeat = await startHeartbeat(services, await workerId);
  return async () => {
    await runner.stop();
    await stopHeartbeat();
  };
}
