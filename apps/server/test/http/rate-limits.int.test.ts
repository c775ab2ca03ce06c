import { randomUUID } from 'node:crypto';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { errorOf } from '../support/error-of.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const limited = useHarness({ RATE_LIMIT_PER_MINUTE: 10 });

describe('the rate limit of a user', () => {
  it('counts a cached response a tenth, over REST and tRPC, and all addresses of a user together', async () => {
    const { services } = harness();
    const user = await harness().signUp();
    await harness().addStock(user.token, 'AAPL');
    const small = await buildApp(services, {
      log: harness().log,
      trustProxy: 1,
      corsOrigins: [],
      rateLimitPerMinute: 20,
    });
    const get = (url: string, address: string, headers = {}) =>
      small.inject({
        url,
        headers: { authorization: `Bearer ${user.token}`, 'x-forwarded-for': address, ...headers },
      });
    const remaining = ({ headers }: { headers: object }) => Reflect.get(headers, 'ratelimit-remaining');
    const data = '/api/stocks/AAPL/data';
    const first = await get(data, '203.0.113.1');
    expect([first.statusCode, remaining(first)]).toEqual([200, '19']);
    const trpc = `/trpc/stocks.bars?input=${encodeURIComponent('{"symbol":"AAPL"}')}`;
    expect(remaining(await get(trpc, '203.0.113.1'))).toBe('18');
    const etag = String(first.headers.etag);
    for (let count = 0; count < 5; count += 1) {
      expect((await get(data, '203.0.113.1')).statusCode).toBe(200);
      expect((await get(data, '203.0.113.1', { 'if-none-match': etag })).statusCode).toBe(304);
    }
    // Ten cached responses cost as much as one.
    expect(remaining(await get(trpc, '203.0.113.1'))).toBe('16');
    for (let count = 0; count < 16; count += 1) {
      expect((await get('/api/auth/me', `203.0.113.${count}`)).statusCode).toBe(200);
    }
    const refused = await get('/api/auth/me', '203.0.113.99');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '0' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await small.close();
  });
});

describe('the rate limit of a user who moves a watch list or an account', () => {
  const usual = useHarness({ RATE_LIMIT_PER_MINUTE: 600, TRUST_PROXY: 1 });

  it('counts an import and an account export as 100 requests', async () => {
    const { token } = await usual().signUp();
    const calls = [
      { method: 'POST', url: '/api/stocks/import', payload: { text: 'AAPL' } },
      { method: 'POST', url: '/trpc/transfer.import', payload: { text: '<not a stock>' } },
      { method: 'GET', url: '/api/account/export' },
      { method: 'HEAD', url: '/api/account/export' },
      { method: 'GET', url: '/api/stocks' },
    ] as const;
    const remaining: unknown[] = [];
    for (const [index, call] of calls.entries()) {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `203.0.113.${index}` };
      remaining.push((await usual().inject({ ...call, headers })).headers['ratelimit-remaining']);
    }
    expect(remaining).toEqual(['500', '400', '300', '200', '199']);
  });

  it('counts an import of transactions as 50 requests, so that ten previews fit into a minute', async () => {
    const { token } = await usual().signUp();
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.150' };
    const url = '/api/portfolios/unknown/import';
    const request = { method: 'POST', url, headers, payload: { text: 'x' } } as const;
    expect((await usual().inject(request)).headers['ratelimit-remaining']).toBe('550');
  });

  it('counts an export of the journal as 50 requests', async () => {
    const { token } = await usual().signUp();
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.151' };
    const response = await usual().inject({ url: '/api/journal.csv', headers });
    expect([response.statusCode, response.headers['ratelimit-remaining']]).toEqual([200, '550']);
  });

  it('counts an import against its address before the body is read', async () => {
    const urls = ['/api/stocks/import', '/trpc/transfer.import', '/trpc/transfer.import,system.health'];
    const remaining: unknown[] = [];
    for (const url of urls) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.200' };
      const request = { method: 'POST', url, headers, payload: '{' } as const;
      remaining.push((await usual().inject(request)).headers['ratelimit-remaining']);
    }
    expect(remaining).toEqual(['500', '400', '299']);
  });
});

describe('the rate limit of a user with idempotency keys', () => {
  const perMinute = 20;
  const small = useHarness({ RATE_LIMIT_PER_MINUTE: perMinute, TRUST_PROXY: 1 });
  let addresses = 0;

  /** A request from an address of its own. */
  function post(token: string, key: string) {
    addresses += 1;
    return small().inject({
      method: 'POST',
      url: '/api/strategies',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        'x-forwarded-for': `198.51.100.${addresses}`,
      },
      payload: { name: 'counted' },
    });
  }

  it('counts requests that get the stored response', async () => {
    const { token } = await small().signUp();
    const key = randomUUID();
    for (let count = 1; count <= perMinute; count += 1) {
      const { statusCode, headers } = await post(token, key);
      expect([statusCode, headers['ratelimit-remaining']]).toEqual([201, String(perMinute - count)]);
    }
    expect((await post(token, key)).statusCode).toBe(429);
  });

  it('counts requests that wait for the response', async () => {
    const { token } = await small().signUp();
    const key = randomUUID();
    const { body } = await post(token, key);
    const db = small().services.database.fork().getKysely();
    await sql`update idempotency_key set status = null, created_at = now() where key = ${key}`.execute(db);
    const waiting = Array.from({ length: perMinute }, () => post(token, key));
    expect((await Promise.race(waiting)).statusCode).toBe(429);
    await sql`update idempotency_key set status = 201 where key = ${key}`.execute(db);
    const answers = (await Promise.all(waiting)).map((response) => [response.statusCode, response.body]);
    const answered = answers.filter(([status]) => status !== 429);
    expect(answered).toEqual(Array(perMinute - 1).fill([201, body]));
  });
});

describe('the rate limit of an address', () => {
  const ask = (url: string) => limited().inject({ method: 'GET', url });

  it('reports the limit of an address, which REST and tRPC share and percent-encoding or batching do not evade', async () => {
    const first = await ask('/api/version');
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '9' });
    expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(0);
    expect((await ask('/%61pi/version')).headers['ratelimit-remaining']).toBe('8');
    const batch = 'system.version%2Csystem.version,system.version';
    expect((await ask(`/trpc/${batch}?batch=1`)).headers['ratelimit-remaining']).toBe('5');
    expect((await ask('/api/nonsense')).headers['ratelimit-remaining']).toBe('4');
    for (let remaining = 4; remaining > 0; remaining -= 1) await ask('/api/version');
    for (const url of ['/api/version', '/trpc/system.version', '/api/nonsense']) {
      const refused = await ask(url);
      expect([url, refused.statusCode]).toEqual([url, 429]);
      expect(errorOf(refused.body)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['ratelimit-remaining']).toBe('0');
    }
  });
});
