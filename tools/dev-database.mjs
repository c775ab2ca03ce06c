// Run by dev.mjs with the pinned Node.js, which can read the packages' TypeScript. Sends the address of the
// database, and keeps it up until dev.mjs disconnects: the servers that use it must end first.
import { existsSync } from 'node:fs';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../packages/db/src/embedded-postgres.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

try {
  const database = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? '.data' });
  process.once('disconnect', () => database.stop());
  process.send?.(database.url);
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  process.stderr.write(`stockbook: ${error.message}\n`);
  process.exit(1);
}
