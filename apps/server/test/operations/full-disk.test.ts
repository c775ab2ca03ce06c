import { join } from 'node:path';
import { openDatabase, openEmbeddedPostgres } from '@stockbook/db';
import { apiClient, pollUntil, type ServerProcess, startServer } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, endOf, signUp, taskIdOf } from '../faults/support/caller.ts';
import { report } from './support/report.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';

let disk: SmallDisk;
let dataDir: string;
let server: ServerProcess;
let token: string;
let personalToken: string;

beforeAll(async () => {
  disk = await mountSmallDisk();
  dataDir = join(disk.folder, 'data');
  server = await startServer({ env: { DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' } });
  token = await signUp(server.url, 'thrifty');
  const client = apiClient(server.url, token);
  personalToken = String((await client.send('POST', '/auth/tokens', { name: 'script' })).body.token);
  await client.runTask('/stocks/', { symbol: 'AAPL' });
});
afterAll(async () => {
  await server?.stop();
  await disk?.remove();
});

const health = () => call(server.url, 'GET', '/health');

/** Waits until `/health` reports this of the database. @returns the seconds that it took */
async function untilDatabaseIs(state: string): Promise<number> {
  const start = performance.now();
  await pollUntil(`a database that is ${state}`, async () => (await health()).body.database === state);
  return (performance.now() - start) / 1000;
}

/** Expects that a worker takes and stores what is requested now. */
async function expectRecovery(symbol: string): Promise<void> {
  const seconds = await untilDatabaseIs('healthy');
  report(`full disk: healthy ${seconds.toFixed(1)} s after there is room again`);
  const added = await apiClient(server.url, token).runTask('/stocks/', { symbol });
  expect(added).toMatchObject({ status: 'SUCCESS' });
  expect(await health()).toMatchObject({ status: 200, body: { status: 'healthy', worker: 'healthy' } });
}

it('goes on with reads while the disk of the database is full, and with writes when there is room', async () => {
  await disk.fill();
  report(`full disk: reported after ${(await untilDatabaseIs('read-only')).toFixed(1)} s`);
  expect(await health()).toMatchObject({ status: 200, body: { status: 'unhealthy', worker: 'healthy' } });
  expect((await call(server.url, 'GET', '/health/ready')).status).toBe(200);
  for (const path of ['/stocks/', '/stocks/AAPL/data', '/auth/me']) {
    for (const reader of [token, personalToken]) {
      expect([path, (await call(server.url, 'GET', path, { token: reader })).status]).toEqual([path, 200]);
    }
  }

  // More than the free space in the pages of the table.
  const body = { name: 'Large', rules: { notes: 'x'.repeat(40_000) } };
  const refused = await call(server.url, 'POST', '/strategies/', { token, body });
  expect(refused).toMatchObject({ status: 503, body: { error: 'The disk of the database is full' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  // A row fits into the free space of a page: a sign-in may succeed, and a task may begin. A history does not fit.
  const credentials = { email: 'thrifty@example.com', password: 'a long and private sentence' };
  const signedIn = await call(server.url, 'POST', '/auth/login', { body: credentials });
  expect([200, 503]).toContain(signedIn.status);
  const added = await call(server.url, 'POST', '/stocks/', { token, body: { symbol: 'MSFT' } });
  const end = await endOf(() => server.url, '/stocks/tasks', taskIdOf(added) ?? '', token, 60_000);
  expect(end).toEqual({ status: 'FAILURE', message: 'The disk of the database is full' });

  await disk.makeRoom();
  await expectRecovery('NVDA');
});

it('starts PostgreSQL again when there is room, if it has stopped for want of a log', async () => {
  await disk.fill();
  const postgres = await openEmbeddedPostgres({ dataDir });
  const database = openDatabase({ url: postgres.url, poolSize: 1, warn: () => {} });
  const pool = await database.pool();
  // 16 MB are a segment of the log: the next one cannot be created.
  const writeLog = async () => {
    for (let count = 0; count < 20; count += 1) {
      await pool.query("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))");
    }
  };
  await expect(writeLog()).rejects.toThrow();
  await database.close();
  await untilDatabaseIs('unavailable');
  await disk.makeRoom();
  await expectRecovery('AMZN');
});
