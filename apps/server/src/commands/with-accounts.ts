import { startDatabaseClock } from '@stockbook/db';
import { type AccountServices, composeAccounts } from '../compose-accounts.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../telemetry/log.ts';
import { withDatabase } from './with-database.ts';

/** Runs a command of the operator on the accounts. Events are stored, but not logged between the command's output. */
export function withAccounts<T>(work: (services: AccountServices) => Promise<T>): Promise<T> {
  const env = readEnv();
  const log = createLog({ ...env, LOG_LEVEL: 'silent' });
  return withDatabase(env, async (database) => {
    const clock = await startDatabaseClock(database, { onDifference: () => {} });
    try {
      return await work(composeAccounts({ env, database, log, onEvent: () => {}, clock: clock.now }));
    } finally {
      clock.stop();
    }
  });
}
