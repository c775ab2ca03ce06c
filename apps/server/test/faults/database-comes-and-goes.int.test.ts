import { setTimeout as delay } from 'node:timers/promises';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, endOf, type Reply, signUp, taskIdOf } from './support/caller.ts';
import { type OwnPostgres, startOwnPostgres } from './support/postgres-faults.ts';
import type { ServerProcess } from './support/server-process.ts';
import { type Stack, startStack } from './support/stack.ts';

let postgres: OwnPostgres;
let stack: Stack;
let web: ServerProcess;
let token: string;
let standInAgain: YahooMockServer | null = null;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  stack = await startStack(postgres.url);
  // On a database without a table: whoever is second waits for the first, and neither fails.
  [web] = await Promise.all([stack.start('web'), stack.start('worker')]);
  token = await signUp(web.url, 'steadfast');
}, 90_000);
afterAll(async () => {
  await stack?.stop();
  await standInAgain?.close();
  await postgres?.stop();
});

/** A refusal for want of a database: when it came, and when to come back. */
function expectComeBackLater(reply: Reply): void {
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply.seconds).toBeLessThan(5);
}

/** Requests of each kind: a public one, reads, writes, and one that hashes a password. */
function callEverything(): Promise<Reply[]> {
  return Promise.all([
    call(web.url, 'GET', '/health'),
    call(web.url, 'GET', '/health/ready'),
    call(web.url, 'GET', '/auth/me', { token }),
    call(web.url, 'GET', '/stocks/', { token }),
    call(web.url, 'POST', '/stocks/', { token, body: { symbol: 'AAPL' } }),
    call(web.url, 'POST', '/auth/login', {
      body: { email: 'steadfast@example.com', password: 'a long and private sentence' },
    }),
    ...Array.from({ length: 20 }, () => call(web.url, 'GET', '/stocks/', { token })),
  ]);
}

/** Everything works again within ten seconds, tasks too, and no process has ended. */
async function expectRecovery(): Promise<void> {
  const deadline = performance.now() + 10_000;
  const add = () => call(web.url, 'POST', '/stocks/', { token, body: { symbol: 'LOAD1' } });
  let reply = await add();
  while (reply.status !== 202) {
    expect(reply.status).toBe(503);
    expect(performance.now()).toBeLessThan(deadline);
    await delay(100);
    reply = await add();
  }
  const end = await endOf(
    () => web.url,
    '/stocks/tasks',
    taskIdOf(reply) ?? '',
    token,
    deadline - performance.now(),
  );
  expect(end).toMatchObject({ status: 'SUCCESS' });
  await expect
    .poll(async () => (await call(web.url, 'DELETE', '/stocks/LOAD1', { token })).status, { timeout: 10_000 })
    .toBe(200);
  expect(stack.processes.filter(({ hasEnded }) => hasEnded)).toEqual([]);
  expect(stack.complaints()).toEqual([]);
}

describe('a database', { timeout: 90_000 }, () => {
  it('that is away is told of, and comes back into use', async () => {
    await postgres.shutDown();
    for (const reply of await callEverything()) expectComeBackLater(reply);
    await postgres.comeBack();
    await expectRecovery();
  });

  it('that goes away in the middle of a task does not cost the task', async () => {
    stack.mockServer.behave('hang', { symbol: 'NVDA', times: 1 });
    const reply = await call(web.url, 'POST', '/stocks/', { token, body: { symbol: 'NVDA' } });
    await expect
      .poll(() => stack.mockServer.requests.some(({ subject }) => subject === 'NVDA'), { timeout: 10_000 })
      .toBe(true);
    await postgres.shutDown();
    // The provider hangs up meanwhile: the end of the try cannot be written down.
    await stack.mockServer.close();
    await delay(3_000);
    standInAgain = await startYahooMockServer({ port: Number(new URL(stack.mockServer.url).port) });
    await postgres.comeBack();
    const end = await endOf(() => web.url, '/stocks/tasks', taskIdOf(reply) ?? '', token, 40_000);
    expect(end).not.toBeNull();
    await expectRecovery();
  });

  it('that is frozen is told of, and comes back into use', async () => {
    await postgres.freeze();
    for (const reply of await callEverything()) expectComeBackLater(reply);
    await postgres.thaw();
    await expectRecovery();
  });

  it('that is killed recovers', async () => {
    await postgres.killBackend();
    await expectRecovery();
    await postgres.kill();
    await expectRecovery();
  });

  it('that is out of connections is told of, and comes back into use', async () => {
    // Every connection is dropped, and taken before it can be opened again.
    await postgres.shutDown();
    await postgres.comeBack();
    const letGo = await postgres.takeAllConnections();
    for (const reply of await callEverything()) expectComeBackLater(reply);
    await letGo();
    await expectRecovery();
  });
});
