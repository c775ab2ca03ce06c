import { brotliDecompressSync } from 'node:zlib';
import { sql } from '@stockbook/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
  await harness().calculate(token, { stock_symbol: 'AAPL', ta_indicator: 'SMA' });
});

function call(name: string, input: object, headers: Record<string, string> = {}) {
  return harness().inject({
    url: `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

const run = (statement: string) => sql.raw(statement).execute(harness().services.database.fork().getKysely());

describe.each([
  ['stocks.bars', { symbol: 'AAPL' }, '/stocks/AAPL/data', 'private, no-cache'],
  ['indicators.forStock', { symbol: 'AAPL' }, '/indicators/AAPL', 'private, no-cache'],
  ['stocks.list', {}, '/stocks', 'no-store'],
])('an unbatched call of %s', (name, input, path, cacheControl) => {
  it('returns the output of the REST operation with an ETag of its own', async () => {
    const ours = await call(name, input);
    const rest = await harness().rest('GET', path, { token });
    expect(ours.statusCode).toBe(200);
    expect(ours.json()).toEqual({ result: { data: rest.body } });
    expect(ours.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      'cache-control': cacheControl,
      'content-type': 'application/json',
    });
    expect(ours.headers.vary).toMatch(/authorization, accept-encoding/);
    expect(ours.headers.etag).not.toBe(rest.headers.etag);
  });

  it('gets 304 with a current ETag, and the stored bytes without', async () => {
    const first = await call(name, input, { 'accept-encoding': 'br' });
    await run('alter table price_bar rename to out_of_reach');
    const conditional = await call(name, input, { 'if-none-match': String(first.headers.etag) });
    const stored = await call(name, input, { 'accept-encoding': 'br' });
    await run('alter table out_of_reach rename to price_bar');
    expect([conditional.statusCode, conditional.body, conditional.headers.etag]).toEqual([
      304,
      '',
      first.headers.etag,
    ]);
    expect(conditional.headers).toMatchObject({ 'cache-control': cacheControl });
    expect([stored.statusCode, stored.headers['content-encoding']]).toEqual([200, 'br']);
    expect(stored.rawPayload).toEqual(first.rawPayload);
    expect(JSON.parse(brotliDecompressSync(stored.rawPayload).toString())).toHaveProperty('result.data');
  });

  it('gets another response after a change, and none with an invalid token', async () => {
    const { etag } = (await call(name, input)).headers;
    await run('update stock set bars_revision = bars_revision + 1');
    const changed = await call(name, input, { 'if-none-match': String(etag) });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    const rejected = await call(name, input, { 'if-none-match': '*', authorization: 'Bearer invalid' });
    expect([rejected.statusCode, rejected.headers.etag, rejected.headers['cache-control']]).toEqual([
      401,
      undefined,
      'no-store',
    ]);
  });
});

describe('a call that is not cached', () => {
  it.each([
    ['a batch', '/trpc/stocks.bars?batch=1&input=%7B%220%22%3A%7B%22symbol%22%3A%22AAPL%22%7D%7D'],
    ['a procedure without a key', '/trpc/auth.me'],
  ])('has no ETag and is not stored: %s', async (_, url) => {
    const response = await harness().inject({
      url,
      headers: { authorization: `Bearer ${token}`, 'if-none-match': '*' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).toBeUndefined();
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
