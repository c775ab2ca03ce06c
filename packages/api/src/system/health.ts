import { hourMs } from '@stockbook/common/durations';
import {
  backupStateRepository,
  type EntityManager,
  isDatabaseUnavailable,
  wasScheduledWithin,
  workerRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import { readProviderStatus } from './provider-state.ts';
import type { health, readiness } from './schemas.ts';

/** A worker without a heartbeat for this long counts as unavailable. */
export const workerStaleAfterS = 20;

/** Reports the health of the parts. Does not call the market-data provider: its status is that of its last calls. */
export async function getHealth({
  em,
  services: { database, marketData, clock, startedAt },
}: ProcedureContext): Promise<z.infer<typeof health>> {
  const now = clock();
  const common = {
    uptime_s: Math.round((now.getTime() - startedAt.getTime()) / 1000),
    timestamp: now.toISOString(),
  };
  try {
    const hasLiveWorker = await workerRepository.hasLiveWorker(em, workerStaleAfterS);
    const takesWrites = await database.takesWrites();
    return {
      status: takesWrites ? 'healthy' : 'unhealthy',
      database: takesWrites ? 'healthy' : 'read-only',
      worker: hasLiveWorker ? 'healthy' : 'unavailable',
      market_data: await readProviderStatus(em, now),
      backup: await readBackupStatus(em, now),
      ...common,
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return {
      status: 'unhealthy',
      database: 'unavailable',
      worker: 'unavailable',
      market_data: marketData.health().status,
      backup: 'off',
      ...common,
    };
  }
}

/** Reports whether requests can be served, which depends only on the database. */
export async function getReadiness({
  services: { database },
}: ProcedureContext): Promise<z.infer<typeof readiness>> {
  try {
    await database.ping();
    return { status: 'ready', database: 'healthy' };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { status: 'not_ready', database: 'unavailable' };
  }
}

/** A day, and half a day for a backup that takes long or a worker that was down. */
const overdueAfterMs = 36 * hourMs;

/** Backups that were switched off stop being overdue. */
const offAfterMs = 30 * 24 * hourMs;

/** The status of the scheduled backups, which any worker may make. */
export async function readBackupStatus(
  em: EntityManager,
  now: Date,
): Promise<z.infer<typeof health>['backup']> {
  const state = await backupStateRepository.find(em);
  const ageMs = (time: Date | null | undefined) => (time ? now.getTime() - time.getTime() : Infinity);
  if (Math.min(ageMs(state?.succeededAt), ageMs(state?.failedAt)) > offAfterMs) {
    return (await wasScheduledWithin(em, 'back-up', overdueAfterMs / 1000)) ? 'pending' : 'off';
  }
  if (state?.failedAt) return 'failed';
  if (ageMs(state?.succeededAt) > overdueAfterMs) return 'overdue';
  return state?.isVerified ? 'healthy' : 'unverified';
}
