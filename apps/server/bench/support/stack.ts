import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { apiClient, type EndedTask, freePort, type ServerProcess, startServer } from '@stockbook/testing';
import { fillStocks, fillUsers } from './bench-data.ts';

/** A server in production mode with a separate PostgreSQL that contains the benchmark's data. */
export interface Stack {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly server: ServerProcess;
  /** The address of the server's metrics. */
  readonly metricsUrl: string;
  /** A temporary folder, deleted by `stop`. */
  readonly dir: string;
  /** The number of stored bars. */
  readonly bars: number;
  /** An access token of each user. */
  readonly tokens: readonly string[];
  /** Starts a task by a POST request, and waits until it has succeeded. */
  runTask(token: string, path: string, body: object): Promise<EndedTask>;
  stop(): Promise<void>;
}

export const password = 'a long and private sentence';
export const emailOf = (user: number) => `bench${user}@example.com`;

export interface StackOptions {
  readonly users?: number;
  /** Environment variables of the server, in addition to those of a server in production. */
  readonly env?: Readonly<Record<string, string>>;
}

const file = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The interval limits the precision of a task's time. */
const pollOptions = { intervalMs: 2, timeoutMs: 130_000 };

export async function startStack(
  stocks: number,
  { users = 50, env = {} }: StackOptions = {},
): Promise<Stack> {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: dir });
  const database = openDatabase({ url: postgres.url, poolSize: 4, warn: () => {} });
  await database.migrate();
  const bars = await fillStocks(database, stocks);
  const metricsPort = await freePort();
  const installation = { databaseUrl: postgres.url, dir };
  const server = await startProcess(installation, 'server', { METRICS_PORT: String(metricsPort), ...env });
  const anonymous = apiClient(server.url);

  await anonymous.call('POST', '/auth/register', { email: emailOf(1), username: 'bench1', password });
  await fillUsers(database, users);
  const tokens: string[] = [];
  for (let user = 1; user <= users; user += 1) {
    const credentials = { email: emailOf(user), password };
    const signIn = await anonymous.call<{ access_token: string }>('POST', '/auth/login', credentials);
    tokens.push(signIn.access_token);
  }
  return {
    ...installation,
    database,
    server,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    bars,
    tokens,
    runTask: (token, path, body) => apiClient(server.url, token).runTask(path, body, pollOptions),
    async stop() {
      await server.stop();
      await database.close();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts another process of a stack's installation, whose log is a file with its name. */
export function startProcess(
  { databaseUrl, dir }: Pick<Stack, 'databaseUrl' | 'dir'>,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  return startServer({
    file,
    env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, ...env },
    logFile: logFileOf(dir, name),
  });
}

/** The log of a process of a stack. */
export const logFileOf = (dir: string, name: string) => join(dir, `${name}.log`);

/** The resident memory of a process, in MiB. */
export async function memoryOf({ pid }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
