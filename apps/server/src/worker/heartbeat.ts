import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { failExhaustedTasks, type Services } from '@stockbook/api';
import {
  enqueueScheduledJobs,
  listJobsLockedBy,
  requeueJobs,
  type ScheduledJob,
  workerRepository,
} from '@stockbook/db';

const heartbeatIntervalMs = 1_500;

/** A worker is dead after four missed heartbeats: its locks are released. */
const staleAfterMs = 4 * heartbeatIntervalMs;

/**
 * Sends heartbeats, enqueues scheduled jobs, releases the jobs of dead workers, and requeues jobs that are locked by
 * this worker but not running: if the connection is lost while a job is fetched, only the database has the lock.
 * @param running ids of the jobs that this worker runs
 * @returns a function that stops the heartbeat and releases all locks of this worker
 */
export function startHeartbeat(
  services: Services,
  workerId: string,
  running: ReadonlySet<string>,
  schedule: readonly ScheduledJob[],
): () => Promise<void> {
  const { database, log } = services;
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  let lastHeartbeat = Number.NEGATIVE_INFINITY;
  let suspects: readonly string[] = [];

  async function sendHeartbeat(): Promise<void> {
    await workerRepository.heartbeat(database.fork(), workerId);
    await enqueueScheduledJobs(database.fork(), schedule);
    const now = performance.now();
    // If this worker missed heartbeats, whatever delayed it (a database outage) may have delayed the others, too.
    const isOnTime = now - lastHeartbeat < 2 * heartbeatIntervalMs;
    lastHeartbeat = now;
    if (!isOnTime) return;
    await releaseDeadWorkers();
    await requeueLostJobs();
    await failExhaustedTasks(services);
  }

  async function releaseDeadWorkers(): Promise<void> {
    const dead = await workerRepository.listStale(database.fork(), staleAfterMs / 1000);
    if (dead.length === 0) return;
    await workerRepository.releaseWorkers(database.fork(), dead);
    log.warn({ workers: dead }, 'released the jobs of dead workers');
  }

  /** A job found idle once may be about to start or to complete; one found idle twice in a row is lost. */
  async function requeueLostJobs(): Promise<void> {
    const locked = await listJobsLockedBy(database.fork(), workerId);
    const idle = locked.filter((id) => !running.has(id));
    const lost = idle.filter((id) => suspects.includes(id));
    suspects = idle;
    if (lost.length === 0) return;
    await requeueJobs(database.fork(), workerId, lost);
    log.warn({ jobs: lost }, 'requeued jobs that were locked but not running');
  }

  async function sendHeartbeats(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sendHeartbeat().catch((error) => log.warn({ err: error }, 'the heartbeat failed'));
      await Promise.race([stopped, delay(heartbeatIntervalMs, undefined, { ref: false })]);
    }
  }

  const ended = sendHeartbeats();
  return async () => {
    stopping.abort();
    await ended;
    await workerRepository
      .releaseWorkers(database.fork(), [workerId])
      // Other workers release it after `staleAfterMs`.
      .catch((error) => log.warn({ err: error }, 'the locks of this worker could not be released'));
  };
}
