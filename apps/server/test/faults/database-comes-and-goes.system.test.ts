import { setTimeout as delay } from 'node:timers/promises';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { pollUntil } from '@stockbook/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, endOf, type Reply, signUp, taskIdOf } from './support/caller.ts';
import { type OwnPostgres, startOwnPostgres } from './support/postgres-faults.ts';
import { type Stack, type StackProcess, startStack } from './support/stack.ts';

let postgres: OwnPostgres;
let stack: Stack;
let web: StackProcess;
let token: string;
let secondMockServer: YahooMockServer | null = null;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  stack = await startStack(postgres.url);
  // On an empty database: one process migrates while the other waits.
  [web] = await Promise.all([stack.start('web'), stack.start('worker')]);
  token = await signUp(web.url, 'steadfast');
}, 90_000);
afterAll(async () => {
  await stack?.stop();
  await secondMockServer?.close();
  await postgres?.stop();
});

/** Expects a prompt 503 with `retry-after`. */
function expectUnavailable(reply: Reply): void {
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply.seconds).toBeLessThan(5);
}

/** Sends requests of each kind: public, reads, writes, and one that hashes a password. */
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

/** Expects that requests and tasks work within ten seconds, and that no process has ended. */
async function expectRecovery(): Promise<void> {
  const deadline = performance.now() + 10_000;
  const add = async () => {
    const reply = await call(web.url, 'POST', '/stocks/', { token, body: { symbol: 'LOAD1' } });
    if (reply.status === 202) return reply;
    expect(reply.status).toBe(503);
    return undefined;
  };
  const reply = await pollUntil('an accepted request', add, { timeoutMs: 10_000, intervalMs: 100 });
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
  expect(stack.unhandledErrors()).toEqual([]);
}

describe('a database', { timeout: 90_000 }, () => {
  it('answers 503 while the database is shut down, and uses it again after its restart', async () => {
    await postgres.shutDown();
    for (const reply of await callEverything()) expectUnavailable(reply);
    await postgres.startAgain();
    await expectRecovery();
  });

  it('loses no task when the database is shut down meanwhile', async () => {
    stack.mockServer.behave('hang', { symbol: 'NVDA', times: 1 });
    const reply = await call(web.url, 'POST', '/stocks/', { token, body: { symbol: 'NVDA' } });
    await expect
      .poll(() => stack.mockServer.requests.some(({ subject }) => subject === 'NVDA'), { timeout: 10_000 })
      .toBe(true);
    await postgres.shutDown();
    // The provider closes the connection meanwhile: the outcome of the attempt cannot be stored.
    await stack.mockServer.close();
    await delay(3_000);
    secondMockServer = await startYahooMockServer({ port: Number(new URL(stack.mockServer.url).port) });
    await postgres.startAgain();
    const end = await endOf(() => web.url, '/stocks/tasks', taskIdOf(reply) ?? '', token, 40_000);
    expect(end).not.toBeNull();
    await expectRecovery();
  });

  it('answers 503 while the database is frozen, and uses it again when it continues', async () => {
    await postgres.freeze();
    for (const reply of await callEverything()) expectUnavailable(reply);
    await postgres.thaw();
    await expectRecovery();
  });

  it('uses a database that was killed again after its recovery', async () => {
    await postgres.killBackend();
    await expectRecovery();
    await postgres.kill();
    await expectRecovery();
  });

  it('answers 503 while the database has no free connections, and uses it again when it has some', async () => {
    // The restart closes all connections, and the test takes them before the stopped servers can reconnect.
    await postgres.shutDown();
    for (const server of stack.processes) server.signal('SIGSTOP');
    await postgres.startAgain();
    const release = await postgres.takeAllConnections();
    for (const server of stack.processes) server.signal('SIGCONT');
    for (const reply of await callEverything()) expectUnavailable(reply);
    await release();
    await expectRecovery();
  });
});
