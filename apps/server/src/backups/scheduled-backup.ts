import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '@stockbook/api';
import { backupStateRepository, restoreOnTrial, startEmbeddedPostgres } from '@stockbook/db';
import { describeError } from '../describe-error.ts';
import { readBackup, writeBackup } from './backup-file.ts';

export interface BackupPlan {
  /** The folder of the files; created if necessary. */
  readonly folder: string;
  /** How many files are kept: older ones are deleted. */
  readonly keep: number;
  /** The database. */
  readonly url: string;
  /** Whether the database is the embedded PostgreSQL, whose role may not create databases. */
  readonly isEmbedded: boolean;
}

/** Names of scheduled backups, which sort by time. Other files in the folder are left alone. */
const scheduledName = /^stockbook-\d{4}-\d\d-\d\dT\d{6}Z\.sql\.gz$/;

/**
 * Writes a backup, restores it on trial into a scratch database, and deletes the oldest backups. Stores the outcome for
 * `/api/health` and the metrics.
 * @returns whether the backup succeeded
 */
export async function runScheduledBackup(services: Services, plan: BackupPlan): Promise<boolean> {
  const { database, clock, log } = services;
  const startedAt = clock();
  const file = join(plan.folder, nameOf(startedAt));
  try {
    await mkdir(plan.folder, { recursive: true, mode: 0o700 });
    await writeBackup(plan.url, file);
    const isVerified = await verify(plan, file, log).catch(async (error) => {
      await rm(file, { force: true });
      throw error;
    });
    await backupStateRepository.noteSuccess(database.fork(), { succeededAt: startedAt, isVerified });
    await deleteOldest(plan);
    log.info({ file, isVerified }, 'backed up');
    return true;
  } catch (err) {
    log.error({ err, file }, 'the scheduled backup failed');
    const error = describeError(err);
    await backupStateRepository.noteFailure(database.fork(), { failedAt: startedAt, error });
    return false;
  }
}

function nameOf(time: Date): string {
  return `stockbook-${time.toISOString().slice(0, 19).replaceAll(':', '')}Z.sql.gz`;
}

/**
 * Restores a backup on trial.
 * @returns false if no scratch database could be made, which says nothing about the backup
 * @throws if the backup cannot be restored
 */
async function verify({ url, isEmbedded }: BackupPlan, file: string, log: Services['log']): Promise<boolean> {
  const untried = 'the backup was not restored on trial';
  if (!isEmbedded) {
    const isRestored = await readBackup(file, (script) => restoreOnTrial(url, script));
    if (!isRestored) log.warn({ file }, `${untried}: the role may not create databases`);
    return isRestored;
  }
  const scratch = await startScratchServer().catch((err) => {
    log.warn({ err, file }, `${untried}: no scratch server could be started`);
    return null;
  });
  if (scratch === null) return false;
  try {
    return await readBackup(file, (script) => restoreOnTrial(scratch.url, script));
  } finally {
    await scratch.remove();
  }
}

async function startScratchServer(): Promise<{ url: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-trial-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durability: 'none' });
    return {
      url: postgres.superuserUrl,
      async remove() {
        await postgres.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function deleteOldest({ folder, keep }: BackupPlan): Promise<void> {
  const names = (await readdir(folder)).filter((name) => scheduledName.test(name)).sort();
  for (const name of names.slice(0, -keep)) await rm(join(folder, name));
}
