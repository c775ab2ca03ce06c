import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { pollUntil } from '@stockbook/testing';
import { freezeTree, signalAll } from './process-tree.ts';

/** A separate PostgreSQL that a test may kill, freeze and restart. */
export interface OwnPostgres {
  readonly url: string;
  /** SIGKILL to the postmaster. It restarts by itself. */
  kill(): Promise<void>;
  /** SIGKILL to a backend: PostgreSQL drops all connections and recovers. */
  killBackend(): Promise<void>;
  /** SIGSTOP to all processes: connections stay open without a response. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  shutDown(): Promise<void>;
  startAgain(): Promise<void>;
  /** Opens all connections that are free. @returns a function that closes them */
  takeAllConnections(): Promise<() => Promise<void>>;
  /** Runs a statement of the test itself. */
  query<Row>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Whether all connections are in use that PostgreSQL does not reserve for superusers. */
const isFull = `
  select sum(numbackends) >= current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int - current_setting('reserved_connections')::int as full
  from pg_stat_database`;

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-faults-'));
  let postgres = await startEmbeddedPostgres({ dataDir });
  const { url } = postgres;
  const port = Number(new URL(url).port);

  async function postmaster(): Promise<number> {
    return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  let frozen: number[] = [];

  const own: OwnPostgres = {
    url,
    async kill() {
      signalAll([await postmaster()], 'SIGKILL');
    },
    async killBackend() {
      const [pid] = await own.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'stockbook' and pid <> pg_backend_pid() limit 1",
      );
      if (pid) signalAll([pid.pid], 'SIGKILL');
    },
    async freeze() {
      frozen = await freezeTree(await postmaster());
    },
    async thaw() {
      signalAll(frozen.toReversed(), 'SIGCONT');
      frozen = [];
    },
    shutDown: () => postgres.stop(),
    async startAgain() {
      postgres = await startEmbeddedPostgres({ dataDir, port });
    },
    async takeAllConnections() {
      const database = openDatabase({ url, poolSize: 120, warn: () => {} });
      const pool = await database.pool();
      const take = async () => {
        const missing = Array.from({ length: 120 - pool.totalCount }, () => pool.connect());
        const attempts = await Promise.allSettled(missing);
        return attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      };
      const taken = await take();
      // Not full while a connection that its client has closed still ends: its place becomes free after that.
      await pollUntil('a database without free connections', async () => {
        taken.push(...(await take()));
        const result = await taken[0]?.query(isFull);
        return result?.rows[0]?.full === true;
      });
      return async () => {
        for (const client of taken) client.release(true);
        await database.close();
      };
    },
    async query<Row>(text: string) {
      const database = openDatabase({ url, poolSize: 2, warn: () => {} });
      try {
        const { rows } = await (await database.pool()).query(text);
        return rows as Row[];
      } finally {
        await database.close();
      }
    },
    async stop() {
      signalAll(frozen, 'SIGCONT');
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  return own;
}
