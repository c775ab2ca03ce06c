import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { controlPostgres } from './control-postgres.ts';
import { initialiseDatabase } from './initialise-database.ts';
import { postgresAccount } from './postgres-account.ts';
import { PostgresStartError } from './spawn-postgres.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

// Only Windows needs pg_ctl, but PostgreSQL has it everywhere.
it('starts PostgreSQL by pg_ctl, names why it does not start, and stops it', {
  timeout: 60_000,
}, async () => {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'stockbook-control-')));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const databaseDir = join(dataDir, 'postgres');
  const account = await postgresAccount(databaseDir);
  await initialiseDatabase(databaseDir, account, false);
  const lines: string[] = [];
  const port = await freePort();
  const start = (...settings: string[]) =>
    controlPostgres(
      databaseDir,
      account,
      ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...settings].flatMap(
        (setting) => ['-c', setting],
      ),
      { log: (line) => lines.push(line), onLaunch: () => {} },
    );
  await expect(start('max_connections=none')).rejects.toThrow(PostgresStartError);
  expect(lines.join('\n')).toContain('max_connections');
  const postgres = await start();
  const [pid] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
  expect(() => process.kill(Number(pid), 0)).not.toThrow();
  await postgres.stop();
  await postgres.ended;
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});
