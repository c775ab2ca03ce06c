import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runningUrl } from './addresses.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { processIdentity } from './process-identity.ts';

/** The lines of `postmaster.pid` that matter here, as PostgreSQL documents them. */
const pidLine = 0;
const portLine = 3;

/** The address of the PostgreSQL that runs on a data folder, or null where none does. */
async function addressOfRunning(databaseDir: string): Promise<string | null> {
  const lines = (await readIfThere(join(databaseDir, 'postmaster.pid'))).split('\n');
  const port = lines[portLine]?.trim();
  const isAlive = (await processIdentity(Number(lines[pidLine]))) !== undefined;
  if (!port || !isAlive) return null;
  return runningUrl(databaseDir, Number(port));
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * The embedded PostgreSQL for something short: the one a running server has started, which is left running, or
 * one of our own where no server runs.
 * @throws EmbeddedPostgresError
 */
export async function openEmbeddedPostgres(options: {
  dataDir: string;
}): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const running = await addressOfRunning(join(resolve(options.dataDir), 'postgres'));
  return running === null ? startEmbeddedPostgres(options) : { url: running, stop: async () => {} };
}
