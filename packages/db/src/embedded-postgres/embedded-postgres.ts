import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { preparedUrl, superuserUrl } from './addresses.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { controlPostgres } from './process/control-postgres.ts';
import { endOrphan } from './process/end-orphan.ts';
import { initialiseDatabase } from './process/initialise-database.ts';
import { type Account, postgresAccount } from './process/postgres-account.ts';
import { postgresCommand } from './process/postgres-command.ts';
import {
  type PostgresObserver,
  type PostgresProcess,
  PostgresStartError,
  spawnPostgres,
} from './process/spawn-postgres.ts';

export {
  EmbeddedPostgresError,
  type EmbeddedPostgresErrorCode,
} from './embedded-postgres-error.ts';
export { type PostgresBinary, postgresBinary } from './process/postgres-binary.ts';

/** After a crash, PostgreSQL refuses to start for some seconds, until the system has reaped its dead processes. */
const startTimeoutMs = 30_000;

export type EmbeddedPostgresOptions = {
  /** Created if necessary. The database is in its subfolder `postgres`. */
  dataDir: string;
  log?: (line: string) => void;
  /** Receives warnings for the operator: PostgreSQL was killed and is restarted. */
  warn?: (line: string) => void;
  /** Called when the PostgreSQL process runs, which becomes ready even if this process is busy. */
  onLaunch?: () => void;
  /** A free port by default. */
  port?: number;
  /** `none` is for tests: faster, but a crash of the machine can lose data. */
  durability?: 'safe' | 'none';
};

export type EmbeddedPostgres = {
  /** On 127.0.0.1, for the application role. */
  url: string;
  /** On 127.0.0.1, for the superuser; for tests, and for scratch databases. */
  superuserUrl: string;
  /** Closes all connections, stops the server and releases the data folder. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on the data folder, which is initialised on first use, and waits until it accepts connections. It
 * ends with this process, however this process ends. What a killed process left behind is cleaned up first.
 *
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const postgres = await startOnLockedDir({ ...options, dataDir: await realpath(dataDir) }, lock);
    let stopped: Promise<void> | undefined;
    return {
      ...postgres,
      stop: () => {
        stopped ??= postgres.stop().then(lock.release);
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startOnLockedDir(
  options: EmbeddedPostgresOptions,
  lock: DataDirLock,
): Promise<EmbeddedPostgres> {
  const { dataDir, durability = 'safe', log = () => {}, warn = () => {}, onLaunch = () => {} } = options;
  const databaseDir = join(dataDir, 'postgres');
  const account = await postgresAccount(databaseDir);
  await initialiseDatabase(databaseDir, account, durability === 'safe');
  const stopping = new AbortController();
  const start = (port: number | undefined) =>
    startServer(databaseDir, port, (listenPort) =>
      launch(databaseDir, account, settings(listenPort, durability), { log, onLaunch }),
    );
  const first = await start(options.port);
  const running = keepRunning(first);

  /** Restarts PostgreSQL on the same port when it was killed, until `stop`. */
  async function keepRunning({ server, port }: StartedServer): Promise<void> {
    for (let current: PostgresProcess | null = server; current !== null; current = await restart(port)) {
      const stopRequested = once(stopping.signal, 'abort');
      await Promise.race([current.ended, stopRequested]);
      if (stopping.signal.aborted) return current.stop();
      warn('PostgreSQL exited unexpectedly and is restarted');
    }
  }

  async function restart(port: number): Promise<PostgresProcess | null> {
    while (!stopping.signal.aborted && (await lock.isHeld())) {
      try {
        return (await start(port)).server;
      } catch (error) {
        if (!(error instanceof EmbeddedPostgresError)) throw error;
        warn(error.message);
        await delay(1_000);
      }
    }
    return null;
  }

  function stop(): Promise<void> {
    stopping.abort();
    return running;
  }

  try {
    return {
      url: await preparedUrl(databaseDir, first.port),
      superuserUrl: await superuserUrl(databaseDir, first.port),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type StartedServer = { server: PostgresProcess; port: number };

/** Stops an orphaned PostgreSQL and starts a new one. Retries on errors that can pass. */
async function startServer(
  databaseDir: string,
  port: number | undefined,
  launchOn: (port: number) => Promise<PostgresProcess>,
): Promise<StartedServer> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    await endOrphan(databaseDir);
    const listenPort = port ?? (await freePort());
    try {
      return { server: await launchOn(listenPort), port: listenPort };
    } catch (error) {
      if (!(error instanceof PostgresStartError)) throw error;
      const isTransient = error.isStillHeld || (error.isPortTaken && port === undefined);
      if (!isTransient || Date.now() >= deadline) {
        throw new EmbeddedPostgresError(
          'START_FAILED',
          `The embedded PostgreSQL in ${databaseDir} did not start: ${error.message}`,
          { cause: error },
        );
      }
      await delay(200);
    }
  }
}

async function launch(
  databaseDir: string,
  account: Account | undefined,
  settings: Record<string, string | number>,
  observer: PostgresObserver,
): Promise<PostgresProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (process.platform === 'win32') return controlPostgres(databaseDir, account, flags, observer);
  const command = await postgresCommand(account, 'postgres', databaseDir, (path) => ['-D', path, ...flags]);
  return spawnPostgres(command, observer);
}

/** Logs only the error of a failing statement: details and parameters can contain emails and password hashes. */
const withoutValuesInLog = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
};

function settings(port: number, durability: 'safe' | 'none'): Record<string, string | number> {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    // For solid-state disks. With the default of 4, a whole history is sorted instead of read in the order of its
    // index.
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...withoutValuesInLog,
    ...(durability === 'none' && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The free port has no number.');
  return address.port;
}
