import { type Database, openDatabase, openEmbeddedPostgres } from '@stockbook/db';
import type { Env } from '../env.ts';

/**
 * Runs a command on `DATABASE_URL`, or on the embedded PostgreSQL: that of the running server, or one started for this
 * command.
 */
export async function withPostgres<T>(
  { DATABASE_URL: url, DATA_DIR: dataDir }: Env,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return work(url);
  const postgres = await openEmbeddedPostgres({ dataDir });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Migrates the server's database and runs a command on it, whether or not the server is running. */
export function withDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  return withPostgres(env, async (url) => {
    const warn = (message: string) => process.stderr.write(`${message}\n`);
    const database = openDatabase({ url, poolSize: env.DATABASE_POOL_SIZE, warn });
    try {
      await database.migrate();
      return await work(database);
    } finally {
      await database.close();
    }
  });
}
