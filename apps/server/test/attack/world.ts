import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { PollTimeout, pollUntil, type ServerProcess, startServer } from '@stockbook/testing';
import { postmasterOf } from '../../bench/support/processor-time.ts';

/** The bundle that users run. */
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

const env = {
  NODE_ENV: 'production',
  MARKET_DATA: 'simulated',
  MCP: 'on',
  SECRET_KEY: '5e'.repeat(32),
  NOTIFY_ALLOW_HOSTS: '127.0.0.1',
  // The sender that push services are shown.
  MAIL_FROM: 'stockbook@example.com',
  // As `npm start` does on a large machine.
  NODE_OPTIONS: '--max-old-space-size=1024',
};

/** Ended tasks stop within seconds. */
const drainOptions = { timeoutMs: 30_000, intervalMs: 50 };

/** A separate PostgreSQL, and the program in processes of its own. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld() {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-attack-'));
  const postgres = await startEmbeddedPostgres({ dataDir: dir, durability: 'none' });
  const database = openDatabase({ url: postgres.url, poolSize: 4, warn: () => {} });
  await database.migrate();
  const query = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    database
      .fork()
      .getKysely()
      .transaction()
      .execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        return (await statement.execute(tx)).rows;
      });
  const servers: ServerProcess[] = [];
  /** Forgets how often users have done something that is counted in the database. */
  async function forgetAttempts(): Promise<void> {
    await query(sql`delete from attempt_count`);
  }

  return {
    database,
    query,
    forgetAttempts,
    postmaster: await postmasterOf(database),
    /** Starts the program. @param changes of the environment, for example limits */
    async start(changes: Readonly<Record<string, string>>): Promise<ServerProcess> {
      const logFile = join(dir, `server-${servers.length}.log`);
      const server = await startServer({
        file: program,
        env: { ...env, DATABASE_URL: postgres.url, ...changes },
        logFile,
      });
      servers.push(server);
      return server;
    },
    /** Whether a task has not ended. */
    async isBusy(): Promise<boolean> {
      return (await query(sql`select from task where finished_at is null limit 1`)).length > 0;
    },
    /**
     * Ends all tasks, and forgets attempts.
     * @returns whether the jobs of the tasks have noticed in time
     */
    async drain(): Promise<boolean> {
      await query(sql`update task set status = 'FAILURE', finished_at = now() where finished_at is null`);
      await query(sql`delete from graphile_worker._private_jobs where locked_at is null`);
      await forgetAttempts();
      const running = sql`select from graphile_worker._private_jobs where locked_at is not null limit 1`;
      const isIdle = async () => (await query(running)).length === 0;
      return pollUntil('the end of the running jobs', isIdle, drainOptions).catch((error) => {
        if (error instanceof PollTimeout) return false;
        throw error;
      });
    },
    /** Ends the program at once, and deletes its jobs. */
    async kill(server: ServerProcess): Promise<void> {
      await server.kill();
      await query(sql`delete from graphile_worker._private_jobs`);
    },
    async stop(): Promise<void> {
      for (const server of servers) if (!server.hasEnded) await server.stop();
      await database.close();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
