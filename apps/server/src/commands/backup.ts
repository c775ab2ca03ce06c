import { writeBackup } from '../backups/backup-file.ts';
import { readEnv } from '../env.ts';
import { withPostgres } from './with-database.ts';

export async function backup(file: string): Promise<string> {
  await withPostgres(readEnv(), (url) => writeBackup(url, file));
  return `everything is in ${file}.`;
}
