import { readEnv } from '../env.ts';
import { withDatabase } from './with-database.ts';

/** Migrates the database without starting a server. Servers migrate when they start, too. */
export async function migrate(): Promise<string> {
  await withDatabase(readEnv(), async () => {});
  return 'the schema is the newest';
}
