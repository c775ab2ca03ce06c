import { describeUnavailable } from '@stockbook/db';
import { withDatabase } from './with-database.ts';

// Migrates the database without starting a server. Servers migrate when they start, too.
try {
  await withDatabase(async () => {});
  process.stdout.write('stockbook: the schema is the newest\n');
} catch (error) {
  const reason = describeUnavailable(error) ?? (error instanceof Error ? error.message : error);
  process.stderr.write(`stockbook: ${reason}\n`);
  process.exitCode = 1;
}
