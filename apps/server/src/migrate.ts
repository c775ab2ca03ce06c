import { withDatabase } from './with-database.ts';

// Servers do the same when they start: whoever is first.
try {
  await withDatabase(async () => {});
  process.stdout.write('stockbook: the schema is the newest\n');
} catch (error) {
  process.stderr.write(`stockbook: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
