import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '@stockbook/db';
import { freePort, pollUntil } from '@stockbook/testing';
import { childrenOf, freezeTree, signalAll } from '../../faults/support/process-tree.ts';
import { type Program, programFolder, runProgram, startProgram } from './packaged-program.ts';

const password = 'of-a-test';

type Settings = Readonly<Record<string, string | number>>;

/** A PostgreSQL of the machine's packages. */
export interface PostgresServer {
  readonly port: number;
  /** The configuration and the data. */
  readonly dataDir: string;
  /** The database `stockbook`, for the role that owns it and has no other rights than CREATEDB. */
  readonly url: string;
  readonly superuserUrl: string;
  /** Runs a statement as superuser. */
  query<Row>(text: string): Promise<Row[]>;
  /** Makes a standby the primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  /** SIGKILL to all processes, as when the machine loses its power. */
  kill(): Promise<void>;
  /** SIGSTOP to all processes: connections stay open without a response. */
  freeze(): Promise<void>;
  /** Sends a standby everything that is missing there, and ends. */
  shutDown(): Promise<void>;
  /** Ends all processes and deletes the data. */
  remove(): Promise<void>;
}

/** The address of the same database at another port. */
export function atPort(url: string, port: number): string {
  return Object.assign(new URL(url), { port: String(port) }).href;
}

/** Starts a new PostgreSQL with a database `stockbook`. */
export async function startPrimary(settings: Settings = {}): Promise<PostgresServer> {
  const folder = await programFolder();
  const dataDir = join(folder, 'data');
  await writeFile(join(folder, 'password'), password);
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
  await runProgram('initdb', `--pgdata=${dataDir}`, '--no-sync', ...access);
  const accessFile = join(dataDir, 'pg_hba.conf');
  const rules = await readFile(accessFile, 'utf8');
  // As deploy/haproxy.cfg asks for.
  await writeFile(accessFile, `host postgres haproxy 127.0.0.1/32 trust\n${rules}`);
  const server = await launch(dataDir, settings);
  await server.query('create role haproxy login');
  await server.query(`create role stockbook login createdb password '${password}'`);
  await server.query('create database stockbook owner stockbook');
  return server;
}

/** Starts a streaming replica, without which the primary acknowledges no commit from now on. */
export async function startSynchronousStandby(primary: PostgresServer): Promise<PostgresServer> {
  const dataDir = join(await programFolder(), 'data');
  const source = ['--dbname', primary.superuserUrl, '--write-recovery-conf', '--checkpoint=fast'];
  await runProgram('pg_basebackup', ...source, `--pgdata=${dataDir}`, '--no-sync');
  const standby = await launch(dataDir, {});
  // After the copy: the standby, once promoted, must not wait for a standby that it does not have.
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query('select pg_reload_conf()');
  await pollUntil('synchronous replication', async () => {
    const rows = await primary.query("select from pg_stat_replication where sync_state = 'sync'");
    return rows.length === 1;
  });
  return standby;
}

async function launch(dataDir: string, settings: Settings): Promise<PostgresServer> {
  const port = await freePort();
  const all = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = startProgram('postgres', '-D', dataDir, ...flags);
  const address = `127.0.0.1:${port}`;
  const superuserUrl = `postgres://postgres:${password}@${address}/postgres`;
  /** All processes; PostgreSQL's own process first. */
  const tree = async () => [program.pid, ...(await childrenOf(program.pid))];
  let frozen: readonly number[] = [];

  async function query<Row>(text: string): Promise<Row[]> {
    const database = openDatabase({ url: superuserUrl, poolSize: 1, warn: () => {} });
    try {
      const { rows } = await (await database.pool()).query(text);
      return rows as Row[];
    } finally {
      await database.close();
    }
  }

  const server: PostgresServer = {
    port,
    dataDir,
    url: `postgres://stockbook:${password}@${address}/stockbook`,
    superuserUrl,
    query,
    async promote() {
      await query('select pg_promote()');
    },
    async kill() {
      signalAll(await tree(), 'SIGKILL');
    },
    async freeze() {
      frozen = await freezeTree(program.pid);
    },
    async shutDown() {
      // Fast: closes the connections. SIGTERM would wait until the clients do.
      await program.end('SIGINT');
    },
    async remove() {
      signalAll(frozen, 'SIGKILL');
      if (!program.hasEnded()) await program.end('SIGQUIT');
      await rm(dirname(dataDir), { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  await waitUntilReady(program, () => query('select 1'));
  return server;
}

async function waitUntilReady(program: Program, connect: () => Promise<unknown>): Promise<void> {
  await pollUntil('the start of PostgreSQL', async () => {
    if (program.hasEnded()) throw new Error(program.output());
    return connect().then(
      () => true,
      () => false,
    );
  });
}
