import { restore } from '@stockbook/db';
import { readBackup } from '../backups/backup-file.ts';
import { readEnv } from '../env.ts';
import { describeEnded } from './texts.ts';
import { withPostgres } from './with-database.ts';

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
