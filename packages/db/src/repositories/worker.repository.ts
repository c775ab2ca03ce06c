import type { EntityManager } from '@mikro-orm/postgresql';
import { WorkerHeartbeat } from '../entities/worker-heartbeat.entity.ts';

/** Notes that a worker lives. */
export async function beat(em: EntityManager, workerId: string, now: Date): Promise<void> {
  await em.upsert(WorkerHeartbeat, { workerId, beatAt: now });
}

/** When any worker was last heard of. */
export async function findLastBeat(em: EntityManager): Promise<Date | null> {
  const [last] = await em.find(WorkerHeartbeat, {}, { orderBy: { beatAt: 'desc' }, limit: 1 });
  return last?.beatAt ?? null;
}

/** Forgets workers that have not been heard of since a moment. @returns their ids */
export async function takeSilentSince(em: EntityManager, moment: Date): Promise<string[]> {
  const silent = await em.find(WorkerHeartbeat, { beatAt: { $lt: moment } });
  const workerIds = silent.map(({ workerId }) => workerId);
  await em.nativeDelete(WorkerHeartbeat, { workerId: { $in: workerIds } });
  return workerIds;
}

/** Forgets a worker that stops in order. */
export async function forget(em: EntityManager, workerId: string): Promise<void> {
  await em.nativeDelete(WorkerHeartbeat, { workerId });
}
