import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runOnce } from '@stockbook/api';
import { type EntityManager, idempotencyKeyRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  callRest,
  changingInputs,
  createAccessToken,
  dump,
  guardedOperations,
  tasksEnded,
  useFullAccount,
} from '../support/changing-inputs.ts';
import { useHarness } from '../support/harness.ts';

const now = new Date();
const harness = useHarness({ NOTIFY_ALLOW_HOSTS: ['127.0.0.1', 'hooks.example.com'] }, () => new Date(now));
const account = useFullAccount(harness);
const accepting = guardedOperations.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey);
const inTransactions = accepting.filter(({ hasExternalEffect }) => !hasExternalEffect);

let token = '';
beforeEach(async () => {
  token = await createAccessToken(harness(), account().userId);
});

function query(statement: ReturnType<typeof sql>) {
  return statement.execute(harness().services.database.fork().getKysely());
}

/** Runs `work` while no response can be stored. */
async function withFailingStore<Result>(work: () => Promise<Result>): Promise<Result> {
  await query(sql`
    create function fail() returns trigger language plpgsql
    as $$ begin raise exception using errcode = 'cannot_connect_now'; end $$`);
  await query(sql`create trigger fail before update on idempotency_key
    for each row when (new.status is not null) execute function fail()`);
  try {
    return await work();
  } finally {
    await query(sql`drop trigger fail on idempotency_key`);
    await query(sql`drop function fail`);
  }
}

function call(operation: (typeof accepting)[number], key: string) {
  const input = changingInputs[operation.name]?.(account().ids) ?? {};
  return callRest(harness(), operation, input, token, { 'idempotency-key': key });
}

/** Attempts are stored whether a request succeeds or not. */
const counts = ['attempt_count'];

describe('a request with an idempotency key whose response cannot be stored', () => {
  it.each(inTransactions)('has no effect, and one when it is repeated: $name', async (operation) => {
    const key = randomUUID();
    await tasksEnded(harness());
    const before = await dump(harness(), counts);
    const failed = await withFailingStore(() => call(operation, key));
    expect(failed).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(await dump(harness(), counts)).toBe(before);
    const first = await call(operation, key);
    expect(first.status).toBeLessThan(300);
    await tasksEnded(harness());
    const after = await dump(harness(), counts);
    expect(after).not.toBe(before);
    const again = await call(operation, key);
    expect([again.status, again.headers.location, again.text]).toEqual([
      first.status,
      first.headers.location,
      first.text,
    ]);
    expect(await dump(harness(), counts)).toBe(after);
  });
});

describe('a request with an idempotency key', () => {
  // Requests that held a connection and needed another would wait for each other.
  it.each(inTransactions)('needs one connection at a time: $name', async (operation) => {
    await tasksEnded(harness());
    const pool = await harness().services.database.pool();
    const free = () => pool.options.max - pool.totalCount + pool.idleCount;
    const held = [await pool.connect()];
    while (free() > 1) held.push(await pool.connect());
    const { status } = await call(operation, randomUUID());
    for (const client of held) client.release();
    expect(status).toBeLessThan(500);
  });
});

describe('the test of a channel with an idempotency key', () => {
  let received = 0;
  const receiver = createServer((_, response) => {
    received += 1;
    response.writeHead(204).end();
  });
  let path = '';

  beforeAll(() => new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    receiver.close();
  });
  beforeEach(async () => {
    received = 0;
    const { port } = receiver.address() as AddressInfo;
    const body = { kind: 'webhook', name: 'Hook', target: `http://127.0.0.1:${port}/` };
    const { body: channel } = await harness().rest('POST', '/notifications/channels', { token, body });
    path = `/notifications/channels/${channel.id}/test`;
  });
  const test = (key: string) => harness().rest('POST', path, { token, headers: { 'idempotency-key': key } });

  it('answers a repeated test of a channel by the stored response', async () => {
    const key = randomUUID();
    const first = await test(key);
    const again = await test(key);
    expect([again.status, again.text, received]).toEqual([200, first.text, 1]);
  });

  it('sends no test message twice if its response could not be stored', async () => {
    const key = randomUUID();
    expect((await withFailingStore(() => test(key))).status).toBe(503);
    now.setTime(now.getTime() + 61_000);
    expect(await test(key)).toMatchObject({
      status: 409,
      body: {
        error:
          'It is unknown whether the request with this Idempotency-Key has succeeded. Use a new key to repeat it',
      },
    });
    expect(received).toBe(1);
  });

  it('repeats the test of a channel if it was refused', async () => {
    const key = randomUUID();
    path = `/notifications/channels/${randomUUID()}/test`;
    expect([(await test(key)).status, (await test(key)).status]).toEqual([404, 404]);
  });
});

describe('a claimed key', () => {
  const response = { status: 201, location: null, body: '{}' };
  const repeatable = () => ({
    userId: account().userId,
    key: randomUUID(),
    content: [],
    hasExternalEffect: false,
  });
  const inTransaction = <Result>(work: (tx: EntityManager) => Promise<Result>) =>
    harness().services.database.fork().transactional(work);

  it('stores no response of a request that was taken for dead and executed again', async () => {
    const request = repeatable();
    const late = runOnce(harness().services, request, async (store) => {
      now.setTime(now.getTime() + 61_000);
      await runOnce(harness().services, request, async (storeSecond) => {
        await inTransaction((tx) => storeSecond(tx, response));
        return response;
      });
      await inTransaction((tx) => store(tx, { ...response, body: '{"late":true}' }));
      return response;
    });
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
    const stored = await idempotencyKeyRepository.find(harness().services.database.fork(), request);
    expect(stored?.response).toEqual(response);
  });

  it('keeps the response if the connection is lost after the commit', async () => {
    const request = repeatable();
    const lost = runOnce(harness().services, request, async (store) => {
      await inTransaction((tx) => store(tx, response));
      throw new Error('the connection is lost');
    });
    await expect(lost).rejects.toThrow('the connection is lost');
    const again = runOnce(harness().services, request, () => Promise.reject(new Error('executed again')));
    expect(await again).toEqual(response);
  });
});
