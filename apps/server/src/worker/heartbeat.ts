import { failExhaustedTasks, type Services } from '@stockbook/api';
import { workerRepository, workerSchema } from '@stockbook/db';
import { makeWorkerUtils } from 'graphile-worker';

const beatMs = 2_000;

/** A worker that missed so many beats is dead: its locks are freed. */
const silenceMs = 4 * beatMs;

/**
 * Says every few seconds that this worker lives, and frees the jobs of workers that stopped saying so.
 * @returns a function that ends it, in order
 */
export async function startHeartbeat(services: Services, workerId: string): Promise<() => Promise<void>> {
  const { database, log } = services;
  const utils = await makeWorkerUtils({ pgPool: await database.pool(), schema: workerSchema });
  let lastBeat = 0;

  async function beat(): Promise<void> {
    await workerRepository.beat(database.fork(), workerId);
    const now = performance.now();
    // After a time in which this worker could not beat, the others may not have been able to either.
    const canJudge = now - lastBeat < 2 * beatMs;
    lastBeat = now;
    if (canJudge) await freeDeadWorkersJobs();
  }

  async function freeDeadWorkersJobs(): Promise<void> {
    const dead = await workerRepository.listSilentFor(database.fork(), silenceMs / 1000);
    if (dead.length > 0) {
      await utils.forceUnlockWorkers(dead);
      await workerRepository.forget(database.fork(), dead);
      log.warn({ workers: dead }, 'freed the jobs of workers that are gone');
    }
    await failExhaustedTasks(services);
  }

  await beat();
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat).catch((error) => log.warn({ err: error }, 'the heartbeat failed'));
  }, beatMs);
  return async () => {
    clearInterval(timer);
    await beating;
    await workerRepository.forget(database.fork(), [workerId]);
    await utils.release();
  };
}
