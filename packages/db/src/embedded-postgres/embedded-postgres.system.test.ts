import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let dataDir: string;
const servers: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stockbook-embedded-'));
});

afterEach(async () => {
  for (const server of servers.splice(0)) server.kill('SIGKILL');
  await expect.poll(isAccepting, { timeout: 10_000 }).toBe(false);
  await rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 100 });
});

const start = () => startEmbeddedPostgres({ dataDir, durability: 'none' });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Starts the database in a child process, which then waits to be killed. */
async function startInAnotherProcess(durability = 'none'): Promise<{ process: ChildProcess; url: string }> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url))};
    const { url } = await startEmbeddedPostgres(${JSON.stringify({ dataDir, durability })});
    console.log(url);`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  const [url] = await once(createInterface({ input: server.stdout }), 'line');
  return { process: server, url };
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Whether PostgreSQL listens on the port in postmaster.pid. */
async function isAccepting(): Promise<boolean> {
  try {
    const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
    await query(`postgres://unknown:wrong@127.0.0.1:${port}/postgres`, 'select 1');
  } catch (error) {
    return error instanceof pg.DatabaseError;
  }
  return true;
}

// Waiting for a locked folder takes seconds, and so can the reaping of a killed process.
describe('startEmbeddedPostgres', { timeout: 60_000 }, () => {
  it('starts a UTF-8 database in UTC that keeps its data over a restart', async () => {
    const first = await start();
    expect(await query(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await query(first.url, 'show timezone')).toEqual([{ TimeZone: 'UTC' }]);
    expect(await query(first.url, `select upper('äé') as upper`)).toEqual([{ upper: 'ÄÉ' }]);
    await query(first.url, 'create table kept (bar int)');
    await first.stop();
    expect(await isAccepting()).toBe(false);

    const second = await start();
    expect(await query(second.url, 'select * from kept')).toEqual([]);
    await second.stop();
  });

  it('rejects a wrong password', async () => {
    const { url, stop } = await start();
    const wrong = url.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
    await stop();
  });

  it('closes open connections when it stops, and stops once', async () => {
    const { url, stop } = await start();
    const client = new pg.Client({ connectionString: url });
    const ended = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await Promise.all([stop(), stop()]);
    await expect(ended).resolves.toMatchObject({
      message: expect.stringContaining('terminating connection'),
    });
  });

  it('rejects a data folder that another running process has locked', async () => {
    const other = await startInAnotherProcess();
    await expect(start()).rejects.toMatchObject({
      code: 'DATA_DIR_IN_USE',
      message: expect.stringContaining(`process ${other.process.pid}`),
    });
    expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops PostgreSQL when the process that started it is killed', async () => {
    const other = await startInAnotherProcess();
    other.process.kill('SIGKILL');
    await expect.poll(isAccepting, { timeout: 10_000 }).toBe(false);
  });

  it('keeps PostgreSQL running when Ctrl-C reaches the whole process group, until the process exits', async () => {
    const other = await startInAnotherProcess();
    process.kill(-(other.process.pid ?? Number.NaN), 'SIGINT');
    await once(other.process, 'exit');
    // The exit of the process, not the signal, stopped PostgreSQL: it shut down cleanly.
    const log: string[] = [];
    const again = await startEmbeddedPostgres({ dataDir, durability: 'none', log: (line) => log.push(line) });
    expect(log.join('\n')).toContain('database system was shut down at');
    await again.stop();
  });

  it('recovers every commit when PostgreSQL and its process were killed at the same time', async () => {
    const other = await startInAnotherProcess('safe');
    await query(other.url, 'create table kept (bar int)');
    process.kill(await postmasterPid(), 'SIGKILL');
    other.process.kill('SIGKILL');
    const again = await start();
    expect(await query(again.url, 'select * from kept')).toEqual([]);
    await again.stop();
  });

  it('stops the orphaned PostgreSQL of a dead process and starts a new one', async () => {
    const orphan = await start();
    const orphanPid = await postmasterPid();
    // The lock names a dead process, as if the process and the watchdog had been killed.
    await writeFile(join(dataDir, 'instance.lock'), '4194305\nnever\nclaim');
    const again = await start();
    expect(await postmasterPid()).not.toBe(orphanPid);
    await expect(query(orphan.url, 'select 1')).rejects.toThrow();
    await again.stop();
  });

  it('ignores a stale postmaster.pid whose process id is in use by another program', async () => {
    const first = await start();
    await first.stop();
    const lines = [process.pid, join(dataDir, 'postgres'), 1, 54321, '', '127.0.0.1', '', 'ready'];
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), lines.join('\n'));
    const again = await start();
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await again.stop();
  });

  it('initialises the database again when that was interrupted', async () => {
    await mkdir(join(dataDir, 'postgres.new-1/files'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new-1/files/PG_VERSION'), '18\n');
    const { url, stop } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('fails with the path of a data folder that is not writable', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(startEmbeddedPostgres({ dataDir: join(file, 'data') })).rejects.toMatchObject({
      code: 'DATA_DIR_NOT_WRITABLE',
      message: `Cannot write to the data folder ${join(file, 'data')} (ENOTDIR): make it writable for this user, or set DATA_DIR to another folder.`,
    });
  });

  it("reports PostgreSQL's own error when PostgreSQL does not start", async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '9\n');
    await expect(start()).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringContaining('database files are incompatible with server'),
    });
  });
});
