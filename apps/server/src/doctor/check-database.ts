import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBackupStatus, workerStaleAfterS } from '@stockbook/api';
import { type Database, openDatabase, workerRepository } from '@stockbook/db';
import { typed } from '../commands/typed.ts';
import { withPostgres } from '../commands/with-database.ts';
import { describeError } from '../describe-error.ts';
import type { Env } from '../env.ts';
import { type Finding, ok, problem } from './finding.ts';

/** The oldest PostgreSQL that the program is tested with, as `server_version_num`. */
const minVersion = 150_000;

/** Tokens and refreshes depend on the clock; the database's is compared with that of this machine. */
const maxClockDifferenceMs = 5_000;

/** Checks the database, and what processes have stored in it: workers and backups. */
export async function checkDatabase(env: Env): Promise<Finding[]> {
  if (env.DATABASE_URL === undefined && !existsSync(join(env.DATA_DIR, 'postgres'))) {
    return [ok('database', `none yet: npm start creates it in ${env.DATA_DIR}`)];
  }
  try {
    return await withPostgres(env, async (url) => {
      const database = openDatabase({ url, poolSize: 2, warn: () => {} });
      try {
        return await inspect(env, url, database);
      } finally {
        await database.close();
      }
    });
  } catch (error) {
    return [problem('database', describeError(error))];
  }
}

async function inspect(env: Env, url: string, database: Database): Promise<Finding[]> {
  const pool = await database.pool();
  const sentAtMs = Date.now();
  const { rows } = await pool.query<{ version: string; number: number; isEncrypted: boolean; nowMs: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
       (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
  );
  const [server] = rows;
  if (!server) throw new Error('the database did not describe itself');
  const findings = [
    await checkServer(database, server),
    checkEncryption(url, server.isEncrypted),
    checkClock((sentAtMs + Date.now()) / 2 - server.nowMs),
  ];
  const schema = await checkSchema(database);
  if (!schema.isOk) return [...findings, schema];
  return [...findings, schema, await checkWorker(database), await checkBackup(env, database, server.nowMs)];
}

async function checkServer(
  database: Database,
  { version, number }: { version: string; number: number },
): Promise<Finding> {
  if (number < minVersion) {
    return problem('database', `PostgreSQL ${version} is too old: upgrade it to 15 or later`);
  }
  return (await database.takesWrites())
    ? ok('database', `PostgreSQL ${version}`)
    : problem('database', 'takes no writes: make room on its disk, or end its read-only mode');
}

async function checkSchema({ orm }: Database): Promise<Finding> {
  const pending = await orm.migrator.getPending();
  if (pending.length > 0) {
    return problem(
      'schema',
      `${pending.length} migrations are pending: start Stockbook, or run ${typed('migrate')}`,
    );
  }
  const known = orm.config.get('migrations').migrationsList?.map(({ name }) => name) ?? [];
  const [newer] = (await orm.migrator.getExecuted()).filter(({ name }) => !known.includes(name));
  return newer
    ? problem(
        'schema',
        `a newer Stockbook has migrated it (${newer.name}): start that one, or restore a backup of this one`,
      )
    : ok('schema', 'up to date');
}

function checkEncryption(url: string, isEncrypted: boolean): Finding {
  const { hostname } = new URL(url);
  if (isEncrypted) return ok('TLS', 'the connection to the database is encrypted');
  return ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname)
    ? ok('TLS', 'not needed: the database is on this machine')
    : problem(
        'TLS',
        `the connection to ${hostname} is not encrypted: add sslmode=verify-full to DATABASE_URL`,
      );
}

function checkClock(differenceMs: number): Finding {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  return Math.abs(differenceMs) > maxClockDifferenceMs
    ? problem('clock', `differs from the database's by ${seconds} s: synchronise both with NTP`)
    : ok('clock', `within ${seconds} s of the database's`);
}

async function checkWorker(database: Database): Promise<Finding> {
  return (await workerRepository.hasLiveWorker(database.fork(), workerStaleAfterS))
    ? ok('worker', 'alive')
    : problem('worker', 'none is running: start Stockbook with ROLE=all or ROLE=worker');
}

async function checkBackup(env: Env, database: Database, nowMs: number): Promise<Finding> {
  const status = await readBackupStatus(database.fork(), new Date(nowMs));
  const none = ok('backup', 'none yet: the first one is made within a day');
  const texts: Record<typeof status, Finding> = {
    healthy: ok('backup', 'the last one is restorable'),
    unverified: problem('backup', 'was not restored on trial: alter role … createdb, see docs/operations.md'),
    overdue: problem('backup', 'the last one is older than 36 hours: is a worker with BACKUP_DIR running?'),
    failed: problem('backup', 'the last one failed: see the log of the worker'),
    pending: none,
    off:
      env.BACKUP_DIR === undefined
        ? problem('backup', `none is scheduled: set BACKUP_DIR, or run ${typed('backup')} yourself`)
        : none,
  };
  return texts[status];
}
