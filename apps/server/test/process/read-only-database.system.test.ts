import { restOperations } from '@stockbook/api';
import { openDatabase } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/composition.ts';
import { readEnv } from '../../src/env.ts';
import { buildApp } from '../../src/http/app.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { assertValidResponse } from '../support/contract.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
let readOnly: FastifyInstance;
let metricsText: () => Promise<string>;
let close: () => Promise<unknown>;
let user: Awaited<ReturnType<ReturnType<typeof harness>['signUp']>>;
let personalToken: string;

beforeAll(async () => {
  user = await harness().signUp();
  const created = await harness().rest('POST', '/auth/tokens', {
    token: user.token,
    body: { name: 'script' },
  });
  personalToken = String(created.body.token);
  await harness().addStock(user.token, 'AAPL');

  const { databaseUrl, log } = harness();
  const url = Object.assign(new URL(databaseUrl), { search: '?options=-c default_transaction_read_only=on' });
  const database = openDatabase({ url: url.href, poolSize: 5, warn: () => {} });
  const metrics = createMetrics(database);
  const env = { ...readEnv(), MARKET_DATA: 'simulated' as const, SECRET_KEY: '5e'.repeat(32) };
  const services = compose({ env, database, log, metrics });
  readOnly = await buildApp(services, {
    log,
    trustProxy: false,
    corsOrigins: [],
    rateLimitPerMinute: 1_000_000,
  });
  metricsText = () => metrics.registry.metrics();
  close = async () => {
    await readOnly.close();
    await database.close();
  };
});
afterAll(() => close?.());

async function call(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  path: string,
  token?: string,
  body?: object,
) {
  const response = await app.inject({
    method,
    url: `/api${path}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    payload: body,
  });
  const { statusCode: status, headers, body: text } = response;
  assertValidResponse(method, path, { status, headers, text });
  return {
    status,
    headers,
    body: headers['content-type']?.toString().includes('json') ? response.json() : null,
  };
}

/** An export of the account is counted, and is a security event: it writes. */
const exportPath = '/account/export';
const reads = restOperations()
  .filter(({ method, path }) => method === 'GET' && path !== exportPath)
  .map(({ path }) => path.replaceAll(/\{\w+\}/g, 'AAPL'));

describe('while the database takes no writes', () => {
  it('reports the read-only database in health with 200, and stays ready', async () => {
    const health = await call(readOnly, 'GET', '/health');
    expect(health).toMatchObject({ status: 200, body: { status: 'unhealthy', database: 'read-only' } });
    expect(await call(readOnly, 'GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: 'healthy' },
    });
    expect(await metricsText()).toContain('stockbook_database_writable 0\n');
  });

  it('every read is answered as before, with a sign-in and with a personal access token', async () => {
    expect(reads.length).toBeGreaterThan(40);
    for (const token of [user.token, personalToken]) {
      for (const path of reads) {
        const { status } = await call(readOnly, 'GET', path, token);
        expect([path, status]).toEqual([path, (await call(harness().app, 'GET', path, token)).status]);
      }
    }
  });

  it('writes and sign-ins are answered 503 with retry-after', async () => {
    const refused = {
      status: 503,
      headers: { 'retry-after': '5' },
      body: { error: 'The database takes no writes now', code: 'SERVICE_UNAVAILABLE' },
    };
    const { token, email, password, refreshToken } = user;
    expect(await call(readOnly, 'GET', exportPath, token)).toMatchObject(refused);
    for (const [path, body] of [
      ['/strategies', { name: 'Hold' }],
      ['/stocks', { symbol: 'MSFT' }],
      ['/auth/login', { email, password }],
      ['/auth/refresh', { refresh_token: refreshToken }],
    ] as const) {
      expect(await call(readOnly, 'POST', path, token, body)).toMatchObject(refused);
    }
  });
});

it('a write that finds the disk full is answered 503 with retry-after', async () => {
  await sql`
    create function fill_disk() returns trigger language plpgsql as $$
      begin raise disk_full using message = 'could not extend file "base/5/16467": No space left on device'; end $$`.execute(
    harness().services.database.fork().getKysely(),
  );
  await sql`create trigger fill_disk before insert on strategy execute function fill_disk()`.execute(
    harness().services.database.fork().getKysely(),
  );
  expect(await call(harness().app, 'POST', '/strategies', user.token, { name: 'Hold' })).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
    body: { error: 'The disk of the database is full', code: 'SERVICE_UNAVAILABLE' },
  });
});
