import { type Database, openDatabase, openEmbeddedPostgres } from '@stockbook/db';
import { type Env, readEnv } from './env.ts';

/** `DATABASE_URL`, or the embedded PostgreSQL: that of the running server, or one started for this command. */
async function openPostgres({ DATABASE_URL: url, DATA_DIR: dataDir }: Env) {
  return url === undefined ? openEmbeddedPostgres({ dataDir }) : { url, stop: async () => {} };
}

/** Migrates the server's database and runs an operator command on it, whether or not the server is running. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await openPostgres(readEnv());
  try {
    const database = openDatabase({
      url: postgres.url,
      poolSize: 2,
      warn: (message) => process.stderr.write(`${message}\n`),
    });
    try {
      await database.migrate();
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}
