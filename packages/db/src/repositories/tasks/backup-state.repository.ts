import type { EntityManager } from '@mikro-orm/postgresql';
import { BackupState } from '../../entities/tasks.ts';

const id = 1;

/** The outcome of the scheduled backups; null if none has run. */
export function find(em: EntityManager): Promise<BackupState | null> {
  return em.findOne(BackupState, { id });
}

export async function noteSuccess(
  em: EntityManager,
  changes: Pick<BackupState, 'succeededAt' | 'isVerified'>,
): Promise<void> {
  await em.upsert(BackupState, { id, failedAt: null, error: null, ...changes });
}

/** Keeps the time of the last success. */
export async function noteFailure(
  em: EntityManager,
  changes: Pick<BackupState, 'failedAt' | 'error'>,
): Promise<void> {
  await em.upsert(BackupState, { id, ...changes }, { onConflictMergeFields: ['failedAt', 'error'] });
}
