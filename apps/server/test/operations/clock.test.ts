import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, endOf, signUp, taskIdOf } from '../faults/support/caller.ts';
import { type Stack, type StackProcess, startStack } from '../faults/support/stack.ts';
import { programFolder } from './support/packaged-program.ts';
import { type PostgresServer, startPrimary } from './support/postgres-server.ts';
import { report } from './support/report.ts';

const [libfaketime = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

let postgres: PostgresServer;
let stack: Stack;
let folder: string;
let server: StackProcess;

/** Sets the clock of the server only. */
async function setClockAhead(hours: number): Promise<void> {
  await writeFile(join(folder, 'clock'), `+${hours * 3600}s\n`);
}

/** By how many hours the clock of the server is ahead, as it says in the `date` header. */
async function hoursAhead(): Promise<number> {
  const { headers } = await call(server.url, 'GET', '/health/live');
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 3_600_000);
}

beforeAll(async () => {
  folder = await programFolder();
  await setClockAhead(2);
  postgres = await startPrimary();
  stack = await startStack(postgres.url);
  server = await stack.start('all', {
    LD_PRELOAD: libfaketime,
    FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
});
afterAll(async () => {
  await stack?.stop();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Adds a stock of which the provider wants the request again after a second: its job waits in the queue. */
async function addPatiently(token: string, symbol: string) {
  stack.mockServer.behave('rate-limited', { retryAfter: '1', times: 1 });
  const start = performance.now();
  const added = await call(server.url, 'POST', '/stocks/', { token, body: { symbol } });
  const end = await endOf(() => server.url, '/stocks/tasks', taskIdOf(added) ?? '', token, 60_000);
  report(`a task that waits for a second: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return end;
}

it('runs jobs in time by the clock of the database while its own is ahead, and after a jump', async () => {
  const token = await signUp(server.url, 'early');
  expect(await hoursAhead()).toBe(2);
  expect(await addPatiently(token, 'AAPL')).toMatchObject({ status: 'SUCCESS' });

  await setClockAhead(13);
  await pollUntil('the jump', async () => (await hoursAhead()) === 13);
  expect((await call(server.url, 'GET', '/auth/me', { token })).status).toBe(200);
  expect(await addPatiently(token, 'MSFT')).toMatchObject({ status: 'SUCCESS' });
  expect((await call(server.url, 'GET', '/health')).body).toMatchObject({ worker: 'healthy' });
});
