import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { fillStocks, fillUsers } from './bench-data.ts';
import { type Child, startChild } from './child.ts';

/** A server in production mode with a separate PostgreSQL that contains the benchmark's data. */
export interface Stack {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly server: Child;
  /** A temporary folder, deleted by `stop`. */
  readonly dir: string;
  /** The number of stored bars. */
  readonly bars: number;
  /** An access token of each user. */
  readonly tokens: readonly string[];
  /** Sends one request. @throws if the response is not 2xx */
  call<Body>(method: 'GET' | 'POST', path: string, token?: string, body?: object): Promise<Body>;
  /** Waits until a task has succeeded. */
  success(path: string, token: string): Promise<void>;
  stop(): Promise<void>;
}

export const password = 'a long and private sentence';
export const emailOf = (user: number) => `bench${user}@example.com`;

const users = 50;

export async function startStack(stocks: number): Promise<Stack> {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: dir });
  const database = openDatabase({ url: postgres.url, poolSize: 4, warn: () => {} });
  await database.migrate();
  const bars = await fillStocks(database, stocks);
  const server = await startChild('../../src/main.ts', {
    DATABASE_URL: postgres.url,
    MARKET_DATA: 'simulated',
    HOST: '127.0.0.1',
    PORT: '0',
    // All requests come from one address.
    RATE_LIMIT_PER_MINUTE: '1000000',
    AUTH_RATE_LIMIT_PER_MINUTE: '1000000',
  });

  async function call<Body>(method: string, path: string, token?: string, body?: object): Promise<Body> {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return JSON.parse(await response.text());
  }

  await call('POST', '/auth/register', undefined, { email: emailOf(1), username: 'bench1', password });
  await fillUsers(database, users);
  const tokens: string[] = [];
  for (let user = 1; user <= users; user += 1) {
    const credentials = { email: emailOf(user), password };
    const signIn = await call<{ access_token: string }>('POST', '/auth/login', undefined, credentials);
    tokens.push(signIn.access_token);
  }
  return {
    database,
    databaseUrl: postgres.url,
    server,
    dir,
    bars,
    tokens,
    call,
    async success(path, token) {
      for (;;) {
        const { status, message } = await call<{ status: string; message: string }>('GET', path, token);
        if (status === 'SUCCESS') return;
        if (status === 'FAILURE') throw new Error(message);
        await delay(2);
      }
    },
    async stop() {
      await server.stop();
      await database.close();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
