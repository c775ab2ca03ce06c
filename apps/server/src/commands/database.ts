import { restore } from '@stockbook/db';
import { readBackup, writeBackup } from '../backups/backup-file.ts';
import { readEnv } from '../env.ts';
import { describeEnded } from './texts.ts';
import { withDatabase, withPostgres } from './with-database.ts';

export async function backup(file: string): Promise<string> {
  await withPostgres(readEnv(), (url) => writeBackup(url, file));
  return `everything is in ${file}.`;
}

/** Restores a backup into an empty database. */
export async function restoreBackup(file: string, { keepTokens }: { keepTokens: boolean }): Promise<string> {
  const restored = await withPostgres(readEnv(), (url) =>
    readBackup(file, (script) => restore(url, script, { keepTokens })),
  );
  const tokens = keepTokens
    ? 'Sign-ins and personal access tokens are valid as they were then.'
    : describeEnded(restored);
  return `everything is as it was on ${restored.made_at}. ${tokens}`;
}

/** Migrates the database without starting a server. Servers migrate when they start, too. */
export async function migrate(): Promise<string> {
  await withDatabase(readEnv(), async () => {});
  return 'the schema is the newest';
}
