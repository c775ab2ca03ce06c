import { backupStateRepository, type EntityManager, wasScheduledWithin } from '@stockbook/db';
import type { z } from 'zod';
import { hourMs } from '../durations.ts';
import type { health } from './schemas.ts';

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
