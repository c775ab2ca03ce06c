import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { preparedUrl, superuserUrl } from './addresses.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endOrphan } from './end-orphan.ts';
import { initialiseDatabase } from './initialise-database.ts';
import { type Account, postgresAccount } from './postgres-account.ts';
import { postgresCommand } from './postgres-command.ts';
import { PostgresGaveUp, type PostgresProcess, spawnPostgres } from './spawn-postgres.ts';

export {
  EmbeddedPostgresError,
  type EmbeddedPostgresErrorCode,
} from './embedded-postgres-error.ts';
export { type PostgresBinary, postgresBinary } from './postgres-binary.ts';

/** After a crash the dead processes are collected for some seconds, during which PostgreSQL refuses to start. */
const RECOVERY_MS = 30_000;

export type EmbeddedPostgresOptions = {
  /** Made if need be. The database lies in its subfolder `postgres`. */
  dataDir: string;
  /** Receives every line that PostgreSQL writes. */
  log?: (line: string) => void;
  /** Receives what an operator should know: that PostgreSQL was killed, and is started again. */
  warn?: (line: string) => void;
  /** A free one, when left out. */
  port?: number;
  /** `none` is for tests: faster, and a crash of the machine may cost the data. */
  durability?: 'safe' | 'none';
};

export type EmbeddedPostgres = {
  /** On 127.0.0.1, for the role that owns the database. */
  url: string;
  /** The same for the superuser, which the program itself has no use for. */
  superuserUrl: string;
  /** Ends all connections and the server, and lets go of the data folder. */
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL of our own on the data folder, which it makes at the first use, and waits until it
 * takes connections. It ends with this process, whichever way this process ends. What a killed process
 * left behind is cleared first.
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
  const { dataDir, durability = 'safe', log = () => {}, warn = () => {} } = options;
  const databaseDir = join(dataDir, 'postgres');
  const account = await postgresAccount(databaseDir);
  await initialiseDatabase(databaseDir, account, durability === 'safe');
  const stopping = new AbortController();
  const start = (port: number | undefined) =>
    startServer(databaseDir, port, (listenPort) =>
      launch(databaseDir, account, settings(listenPort, durability), log),
    );
  const first = await start(options.port);
  const kept = keepRunning(first);

  /** One that was killed comes back at the same address: nobody else would start it again. */
  async function keepRunning({ server, port }: StartedServer): Promise<void> {
    for (let current: PostgresProcess | null = server; current !== null; current = await startAgain(port)) {
      const told = once(stopping.signal, 'abort');
      await Promise.race([current.ended, told]);
      if (stopping.signal.aborted) return current.stop();
      warn('PostgreSQL has ended by itself: it is started again');
    }
  }

  async function startAgain(port: number): Promise<PostgresProcess | null> {
    while (!stopping.signal.aborted && (await lock.isHeld())) {
      try {
        return (await start(port)).server;
      } catch (error) {
        if (!(error instanceof EmbeddedPostgresError)) throw error;
        warn(error.message);
        await sleep(1_000);
      }
    }
    return null;
  }

  function stop(): Promise<void> {
    stopping.abort();
    return kept;
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

/** Starts PostgreSQL on the files, once what an earlier one left behind is gone. */
async function startServer(
  databaseDir: string,
  port: number | undefined,
  launchOn: (port: number) => Promise<PostgresProcess>,
): Promise<StartedServer> {
  const deadline = Date.now() + RECOVERY_MS;
  for (;;) {
    await endOrphan(databaseDir);
    const listenPort = port ?? (await freePort());
    try {
      return { server: await launchOn(listenPort), port: listenPort };
    } catch (error) {
      if (!(error instanceof PostgresGaveUp)) throw error;
      const mayPass = error.isStillHeld || (error.isPortTaken && port === undefined);
      if (!mayPass || Date.now() >= deadline) {
        throw new EmbeddedPostgresError(
          'START_FAILED',
          `The embedded PostgreSQL in ${databaseDir} did not start: ${error.message}`,
          { cause: error },
        );
      }
      await sleep(200);
    }
  }
}

async function launch(
  databaseDir: string,
  account: Account | undefined,
  settings: Record<string, string | number>,
  log: (line: string) => void,
): Promise<PostgresProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = await postgresCommand(account, 'postgres', databaseDir, (path) => ['-D', path, ...flags]);
  return spawnPostgres(command, log);
}

/** What PostgreSQL writes of a statement that fails is its error alone: the rest may hold emails and password hashes. */
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
