import type { Services } from '@stockbook/api';
import { workerRepository, workerSchema } from '@stockbook/db';
import { makeWorkerUtils } from 'graphile-worker';

const beatMs = 3_000;

/** A worker that missed so many beats is dead: its locks are freed. */
const silenceMs = 4 * beatMs;

/**
 * Says every few seconds that this worker lives, and frees the jobs of workers that stopped saying so.
 * @returns a function that ends it, in order
 */
export async function startHeartbeat(services: Services, workerId: string): Promise<() => Promise<void>> {
  const { database, clock, log } = services;
  const utils = await makeWorkerUtils({ pgPool: await database.pool(), schema: workerSchema });

  async function beat(): Promise<void> {
    const now = clock();
    await workerRepository.beat(database.fork(), workerId, now);
    const silent = await workerRepository.takeSilentSince(
      database.fork(),
      new Date(now.getTime() - silenceMs),
    );
    if (silent.length === 0) return;
    await utils.forceUnlockWorkers(silent);
    log.warn({ workers: silent }, 'freed the jobs of workers that are gone');
  }

  await beat();
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(beat).catch((error) => log.warn({ err: error }, 'the heartbeat failed'));
  }, beatMs);
  return async () => {
    clearInterval(timer);
    await beating;
    await workerRepository.forget(database.fork(), workerId);
    await utils.release();
  };
}
