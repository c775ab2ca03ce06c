import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, startEmbeddedPostgres } from '@stockbook/db';
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
  /** Opens connections up to `max_connections`. @returns a function that closes them */
  takeAllConnections(): Promise<() => Promise<void>>;
  /** Runs a statement of the test itself. */
  query<Row>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

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
      const attempts = await Promise.allSettled(Array.from({ length: 120 }, () => pool.connect()));
      return async () => {
        for (const attempt of attempts) if (attempt.status === 'fulfilled') attempt.value.release(true);
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
