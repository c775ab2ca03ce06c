import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runningUrl } from './addresses.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { processIdentity } from './process/process-identity.ts';

/** Zero-based line numbers in `postmaster.pid`. */
const pidLine = 0;
const portLine = 3;

/** The URL of the PostgreSQL that runs on a data folder; null if none does. */
async function findRunningUrl(databaseDir: string): Promise<string | null> {
  const lines = (await readIfExists(join(databaseDir, 'postmaster.pid'))).split('\n');
  const port = lines[portLine]?.trim();
  const isAlive = (await processIdentity(Number(lines[pidLine]))) !== undefined;
  if (!port || !isAlive) return null;
  return runningUrl(databaseDir, Number(port));
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Opens the embedded PostgreSQL for a short task: connects to the one of a running server and leaves it running, or
 * starts one.
 * @throws EmbeddedPostgresError
 */
export async function openEmbeddedPostgres(options: {
  dataDir: string;
}): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const running = await findRunningUrl(join(resolve(options.dataDir), 'postgres'));
  return running === null ? startEmbeddedPostgres(options) : { url: running, stop: async () => {} };
}
