import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { postgresAccount } from './process/postgres-account.ts';
import { postgresBinary } from './process/postgres-binary.ts';
import { publicCopy } from './process/public-copy.ts';

const run = promisify(execFile);

/** Only its owner may enter it, like root's home. The tests are only meaningful as root, but pass for any user. */
let privateFolder: string;
beforeEach(async () => {
  privateFolder = await mkdtemp(join(tmpdir(), 'stockbook-private-'));
});
afterEach(() => rm(privateFolder, { recursive: true, maxRetries: 10, retryDelay: 100 }));

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

describe.runIf(process.platform === 'linux')('PostgreSQL in a private folder', { timeout: 60_000 }, () => {
  it('runs without root privileges and restarts on its files', async () => {
    const dataDir = join(privateFolder, 'data');
    const start = () => startEmbeddedPostgres({ dataDir, durability: 'none' });
    const first = await start();
    await query(first.url, 'create table kept (bar int)');
    const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) {
      expect(status).toMatch(new RegExp(`^${set}:\\s+0+$`, 'm'));
    }
    const databaseDir = await stat(join(dataDir, 'postgres'));
    expect(status).toMatch(new RegExp(`^Uid:\\s+${databaseDir.uid}\\s`, 'm'));
    expect(databaseDir.uid).not.toBe(0);
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select * from kept')).toEqual([]);
    await second.stop();
  });

  it('stops PostgreSQL when the program that started it is dead', async () => {
    const dataDir = join(privateFolder, 'data');
    const orphan = await startEmbeddedPostgres({ dataDir, durability: 'none' });
    // The lock names a dead process, as if the process and the watchdog had been killed.
    await writeFile(join(dataDir, 'instance.lock'), '4194305\nnever\nclaim');
    const again = await startEmbeddedPostgres({ dataDir, durability: 'none' });
    await expect(query(orphan.url, 'select 1')).rejects.toThrow();
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await again.stop();
  });
});

describe('publicCopy', { timeout: 60_000 }, () => {
  it('creates one copy, which runs under an account that cannot read the original', async () => {
    const source = join(privateFolder, 'native');
    await cp(dirname(dirname(postgresBinary('postgres'))), source, {
      recursive: true,
      verbatimSymlinks: true,
    });
    await chmod(join(source, 'bin'), 0o700);
    const publicFolder = await mkdtemp(join(tmpdir(), 'stockbook-public-'));
    await mkdir(join(publicFolder, 'cache'), { mode: 0o700 });
    try {
      await chmod(publicFolder, 0o755);
      const copies = await Promise.all(
        [1, 2].map(() => publicCopy(join(source, 'bin/postgres'), join(publicFolder, 'cache'))),
      );
      expect(new Set(copies).size).toBe(1);
      const account = await postgresAccount(join(privateFolder, 'none'));
      const { stdout } = await run(copies[0] ?? '', ['--version'], { cwd: '/', env: {}, ...account });
      expect(stdout).toMatch(/^postgres \(PostgreSQL\) \d+/);
      expect(await publicCopy(join(source, 'bin/initdb'), join(publicFolder, 'cache'))).toBe(
        join(dirname(copies[0] ?? ''), 'initdb'),
      );
    } finally {
      await rm(publicFolder, { recursive: true });
    }
  });
});
