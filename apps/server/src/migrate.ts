import { openDatabase } from '@stockbook/db';
import { readEnv, StartError } from './env.ts';

/** Brings the schema of DATABASE_URL to the newest, once. Servers do the same when they start: whoever is first. */
async function run(): Promise<void> {
  const { DATABASE_URL: url } = readEnv();
  if (url === undefined) throw new StartError('DATABASE_URL must name the PostgreSQL to migrate');
  const database = openDatabase({
    url,
    poolSize: 2,
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
}

try {
  await run();
  process.stdout.write('stockbook: the schema is the newest\n');
} catch (error) {
  process.stderr.write(`stockbook: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
