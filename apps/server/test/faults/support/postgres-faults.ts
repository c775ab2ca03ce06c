import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase, startEmbeddedPostgres } from '@stockbook/db';

const run = promisify(execFile);

/** A PostgreSQL that a test owns, and may treat as badly as it likes. */
export interface OwnPostgres {
  readonly url: string;
  /** SIGKILL to the whole server. It comes back by itself. */
  kill(): Promise<void>;
  /** SIGKILL to one of its processes, whereupon it drops every connection and recovers. */
  killBackend(): Promise<void>;
  /** SIGSTOP to all of its processes: connections stay open, and nobody answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  shutDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Takes every connection that is left. @returns lets go of them */
  takeAllConnections(): Promise<() => Promise<void>>;
  /** For what a test asks or changes by itself. */
  query<Row>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // ESRCH: a backend that has ended since the list was made.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-faults-'));
  let postgres = await startEmbeddedPostgres({ dataDir });
  const { url } = postgres;
  const port = Number(new URL(url).port);

  async function postmaster(): Promise<number> {
    return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  async function children(): Promise<number[]> {
    const { stdout } = await run('pgrep', ['-P', String(await postmaster())]);
    return stdout.trim().split('\n').map(Number);
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
      // The postmaster first: it would notice the stop of a child, and could start more.
      const parent = await postmaster();
      signalAll([parent], 'SIGSTOP');
      frozen = [parent, ...(await children())];
      signalAll(frozen, 'SIGSTOP');
    },
    async thaw() {
      signalAll(frozen.toReversed(), 'SIGCONT');
      frozen = [];
    },
    shutDown: () => postgres.stop(),
    async comeBack() {
      postgres = await startEmbeddedPostgres({ dataDir, port });
    },
    async takeAllConnections() {
      const hog = openDatabase({ url, poolSize: 120, warn: () => {} });
      const pool = await hog.pool();
      const attempts = await Promise.allSettled(Array.from({ length: 120 }, () => pool.connect()));
      return async () => {
        for (const attempt of attempts) if (attempt.status === 'fulfilled') attempt.value.release(true);
        await hog.close();
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
