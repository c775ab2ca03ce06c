import { restore } from '@stockbook/db';
import { readBackup } from '../backups/backup-file.ts';
import { readEnv } from '../env.ts';
import { withPostgres } from './with-database.ts';

/** Restores a backup into an empty database. */
export async function restoreBackup(file: string, { keepTokens }: { keepTokens: boolean }): Promise<string> {
  const { made_at, endedSessions, revokedTokens } = await withPostgres(readEnv(), (url) =>
    readBackup(file, (script) => restore(url, script, { keepTokens })),
  );
  const tokens = keepTokens
    ? 'Sign-ins and personal access tokens are valid as they were then.'
    : `Sign-ins ended: ${endedSessions}. Personal access tokens revoked: ${revokedTokens}.`;
  return `everything is as it was on ${made_at}. ${tokens}`;
}
