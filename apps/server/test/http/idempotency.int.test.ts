import { randomUUID } from 'node:crypto';
import { cleanUp, resetPassword, restOperations } from '@stockbook/api';
import { idempotencyKeyRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { document } from '../support/contract.ts';
import { Harness } from '../support/harness.ts';

const now = new Date();
let harness: Harness;
let token = '';

beforeAll(async () => {
  harness = await Harness.start({}, () => new Date(now));
});
afterAll(() => harness.stop());
beforeEach(async () => {
  token = (await harness.signUp()).token;
});

const kysely = () => harness.services.database.fork().getKysely();

function post(path: string, key: string, body?: object, bearer = token) {
  const headers = { 'idempotency-key': key };
  return harness.rest('POST', path, { token: bearer, headers, ...(body ? { body } : {}) });
}

async function countStrategies(): Promise<unknown> {
  return (await harness.rest('GET', '/strategies', { token })).body.total;
}

const strategy = { name: 'Buy the dip', rules: { entry: 'secret sauce' } };

describe('a POST request with an idempotency key', () => {
  it('executes a request with a key once, and repeats the first response', async () => {
    const key = randomUUID();
    const first = await post('/strategies', key, strategy);
    const again = await post('/strategies/', key, strategy);
    expect(first.status).toBe(201);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    for (const name of ['location', 'content-type', 'cache-control']) {
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    }
    expect(first.headers.location).toBe(`/api/strategies/${first.body.id}`);
    expect(await countStrategies()).toBe(1);
  });

  it('executes equal requests once that arrive at the same time, also at another process', async () => {
    const { services, log } = harness;
    const other = await buildApp(services, {
      log,
      trustProxy: false,
      corsOrigins: [],
      rateLimitPerMinute: 1_000_000,
    });
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? other : harness.app).inject({
          method: 'POST',
          url: '/api/strategies',
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
          payload: strategy,
        }),
      ),
    );
    await other.close();
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(201);
    expect(await countStrategies()).toBe(1);
  });

  it('gets 409 with a key that was used for another body or another path', async () => {
    const key = randomUUID();
    await post('/strategies', key, strategy);
    for (const [path, body] of [
      ['/strategies', { name: 'another' }],
      ['/portfolios', strategy],
    ] as const) {
      expect(await post(path, key, body)).toMatchObject({
        status: 409,
        body: { error: 'This Idempotency-Key was used for another request. Use a new key', code: 'CONFLICT' },
      });
    }
    expect(await countStrategies()).toBe(1);
  });

  it('does not see the keys of other users', async () => {
    const key = randomUUID();
    const other = (await harness.signUp()).token;
    const mine = await post('/strategies', key, strategy);
    const theirs = await post('/strategies', key, { name: 'theirs' }, other);
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body).toMatchObject({ name: 'theirs' });
  });

  it('executes a request again after 24 hours, when the nightly clean-up deletes the key', async () => {
    const key = randomUUID();
    const { sessions, database } = harness.services;
    const userId = String((await harness.rest('GET', '/auth/me', { token })).body.id);
    const first = await post('/strategies', key, strategy);
    const countKeys = async () => (await sql`select from idempotency_key`.execute(kysely())).rows.length;
    const before = now.getTime();
    now.setTime(before + 24 * 3_600_000 - 1);
    await cleanUp(harness.services, new AbortController().signal);
    expect(await countKeys()).toBeGreaterThan(0);
    now.setTime(before + 24 * 3_600_000 + 1);
    token = (await sessions.create(database.fork(), userId, { address: '::1', client: 'a test' }))
      .accessToken;
    const second = await post('/strategies', key, { name: 'another' });
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
    now.setTime(now.getTime() + 24 * 3_600_000 + 1);
    await cleanUp(harness.services, new AbortController().signal);
    expect(await countKeys()).toBe(0);
  });

  it('executes a request again after a failure', async () => {
    const key = randomUUID();
    expect((await post('/stocks/AAPL/refresh', key)).status).toBe(404);
    await harness.addStock(token, 'AAPL');
    const started = await post('/stocks/AAPL/refresh', key);
    expect(started.status).toBe(202);
    const task = await harness.waitForTask(String(started.headers.location).replace('/api', ''), token);
    expect(task.status).toBe('SUCCESS');
    // Without the key, a new task would be started.
    expect((await post('/stocks/AAPL/refresh', key)).text).toBe(started.text);
  });

  it.each(['', 'a b', 'x'.repeat(256), 'é'])('rejects the key %j', async (key) => {
    expect(await post('/strategies', key, strategy)).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces' },
    });
  });

  it('accepts a key with a body that is nested deeply', async () => {
    const notes = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const response = await harness.inject({
      method: 'POST',
      url: '/api/strategies',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
      payload: `{"name":"x","notes":${notes}}`,
    });
    expect(response.statusCode).toBe(201);
  });

  it('gets 401 without a valid token, and 403 with a token that may only read', async () => {
    const key = randomUUID();
    await post('/strategies', key, strategy);
    const reader = await harness.rest('POST', '/auth/tokens', { token, body: { name: 'x', scope: 'read' } });
    expect((await post('/strategies', key, strategy, String(reader.body.token))).status).toBe(403);
    expect((await post('/strategies', key, strategy, 'garbage')).status).toBe(401);
  });

  it('gets no stored response while the caller may not send the request', async () => {
    const { services, log } = harness;
    const { email, token: bearer } = await harness.signUp();
    const key = randomUUID();
    const first = await post('/strategies', key, strategy, bearer);
    expect(first.status).toBe(201);

    const strict = { ...services, accountPolicy: { ...services.accountPolicy, requiresSecondFactor: true } };
    const options = { log, trustProxy: false as const, corsOrigins: [], rateLimitPerMinute: 1_000_000 };
    const strictApp = await buildApp(strict, options);
    const refused = await strictApp.inject({
      method: 'POST',
      url: '/api/strategies',
      headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': key },
      payload: strategy,
    });
    await strictApp.close();
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'SECOND_FACTOR_SETUP_REQUIRED']);

    const userId = String((await harness.rest('GET', '/auth/me', { token: bearer })).body.id);
    await resetPassword(services, { email, password: 'generated by the operator', isGenerated: true });
    expect((await post('/strategies', key, strategy, bearer)).status).toBe(401);
    const { accessToken } = await services.sessions.create(services.database.fork(), userId, {
      address: '::1',
      client: 'a test',
    });
    expect(await post('/strategies', key, strategy, accessToken)).toMatchObject({
      status: 403,
      body: { error: 'Choose a new password first', code: 'PASSWORD_CHANGE_REQUIRED' },
    });
  });

  it('gets 429 when the user has used 1,000 keys within a day', async () => {
    await post('/strategies', randomUUID(), strategy);
    await sql`update attempt_count set count = 1000`.execute(kysely());
    expect(await post('/strategies', randomUUID(), strategy)).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('You have used 1,000 idempotency keys within a day') },
      headers: { 'retry-after': expect.anything() },
    });
    expect(await countStrategies()).toBe(1);
  });
});

describe('a request whose key is claimed, without a response', () => {
  async function claim(key: string, ageMs: number) {
    const created = await post('/strategies', key, strategy);
    const createdAt = new Date(now.getTime() - ageMs);
    await sql`update idempotency_key set status = null, body = null, created_at = ${createdAt}
      where key = ${key}`.execute(kysely());
    return created;
  }

  it('gets 409 while the first request is still being processed', async () => {
    const key = randomUUID();
    await claim(key, 0);
    expect(await post('/strategies', key, strategy)).toMatchObject({
      status: 409,
      body: { error: 'A request with this Idempotency-Key is still being processed. Repeat it shortly' },
    });
  });

  it('executes a request whose key is claimed when the process of the first one must have died', async () => {
    const key = randomUUID();
    const { body } = await claim(key, 60_000);
    const again = await post('/strategies', key, strategy);
    expect([again.status, again.body.id === body.id]).toEqual([201, false]);
  });
});

describe('idempotency keys', () => {
  it('ignores the key if the response contains a secret, which is never stored', async () => {
    const key = randomUUID();
    const first = await post('/auth/tokens', key, { name: 'x' });
    const second = await post('/auth/tokens', key, { name: 'x' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.token).not.toBe(first.body.token);
    const stored = await idempotencyKeyRepository.find(harness.services.database.fork(), {
      userId: String((await harness.rest('GET', '/auth/me', { token })).body.id),
      key,
    });
    expect(stored).toBeNull();
  });

  it('documents keys for exactly the operations that accept them', () => {
    const described = restOperations().filter(({ path, method }) =>
      document.paths[path]?.[method.toLowerCase()]?.parameters?.some(
        ({ name }) => name === 'idempotency-key',
      ),
    );
    const accepting = restOperations().filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey);
    expect(described.map(({ name }) => name)).toEqual(accepting.map(({ name }) => name));
    expect(accepting.map(({ name }) => name).sort()).toEqual([
      'indicators.calculate',
      'instruments.addBars',
      'instruments.create',
      'journal.create',
      'journal.restore',
      'lists.addStocks',
      'lists.create',
      'lists.restore',
      'moves.commit',
      'moves.start',
      'notifications.confirmChannelByCode',
      'notifications.resendConfirmation',
      'notifications.retryDelivery',
      'notifications.testChannel',
      'portfolios.create',
      'portfolios.createExample',
      'portfolios.dismissDividend',
      'portfolios.imports.import',
      'portfolios.tags.create',
      'portfolios.takeDividends',
      'portfolios.transactions.create',
      'portfolios.transactions.transfer',
      'signals.markRead',
      'signals.rules.create',
      'stocks.add',
      'stocks.refresh',
      'strategies.backtests.run',
      'strategies.create',
      'strategies.sweeps.run',
      'studySets.calculate',
      'studySets.create',
      'transfer.import',
    ]);
  });
});
