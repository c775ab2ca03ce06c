import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { failExhaustedTasks, type Services } from '@stockbook/api';
import { workerRepository } from '@stockbook/db';

const heartbeatMs = 1_500;

/** A worker that missed so many beats is dead: its locks are freed. */
const staleAfterMs = 4 * heartbeatMs;

/**
 * Says every second or so that this worker lives, frees the jobs of workers that stopped saying so, and hands back
 * what this worker holds without running it: a job whose way here was cut off is known to the database alone.
 * @param running the jobs that this worker runs, by their ids
 * @returns a function that ends it, and lets go of whatever this worker still holds
 */
export function startHeartbeat(
  services: Services,
  workerId: string,
  running: ReadonlySet<string>,
): () => Promise<void> {
  const { database, log } = services;
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  let lastHeartbeat = Number.NEGATIVE_INFINITY;
  let suspects: readonly string[] = [];

  async function sendHeartbeat(): Promise<void> {
    await workerRepository.heartbeat(database.fork(), workerId);
    const now = performance.now();
    // After a time in which this worker could not beat, the others may not have been able to either.
    const canJudge = now - lastHeartbeat < 2 * heartbeatMs;
    lastHeartbeat = now;
    if (!canJudge) return;
    await freeDeadWorkersJobs();
    await handBackLostJobs();
    await failExhaustedTasks(services);
  }

  async function freeDeadWorkersJobs(): Promise<void> {
    const dead = await workerRepository.listStale(database.fork(), staleAfterMs / 1000);
    if (dead.length === 0) return;
    await workerRepository.releaseWorkers(database.fork(), dead);
    log.warn({ workers: dead }, 'freed the jobs of workers that are gone');
  }

  /** A job that was seen twice is not merely on its way here, or to its end. */
  async function handBackLostJobs(): Promise<void> {
    const held = await workerRepository.listJobsHeldBy(database.fork(), workerId);
    const idle = held.filter((id) => !running.has(id));
    const lost = idle.filter((id) => suspects.includes(id));
    suspects = idle;
    if (lost.length === 0) return;
    await workerRepository.requeueJobs(database.fork(), workerId, lost);
    log.warn({ jobs: lost }, 'handed back jobs that had not arrived');
  }

  async function beatUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sendHeartbeat().catch((error) => log.warn({ err: error }, 'the heartbeat failed'));
      await Promise.race([stopped, delay(heartbeatMs, undefined, { ref: false })]);
    }
  }

  const beating = beatUntilStopped();
  return async () => {
    stopping.abort();
    await beating;
    await workerRepository
      .releaseWorkers(database.fork(), [workerId])
      // Then the others will find it silent.
      .catch((error) => log.warn({ err: error }, 'the end of the worker could not be told'));
  };
}
