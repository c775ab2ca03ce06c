import { type Database, openDatabase, openEmbeddedPostgres } from '@stockbook/db';
import { type Env, readEnv } from './env.ts';

/** The embedded PostgreSQL of a running server if there is one; started for this command otherwise. */
async function openPostgres({ DATABASE_URL: url, DATA_DIR: dataDir }: Env) {
  return url === undefined ? openEmbeddedPostgres({ dataDir }) : { url, stop: async () => {} };
}

/** Runs an operator's command on the server's database, with the newest schema, whether or not the server runs. */
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
