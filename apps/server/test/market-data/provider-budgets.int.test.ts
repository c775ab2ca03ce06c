import { startYahooMockServer } from '@stockbook/market-data/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Env } from '../../src/env.ts';
import { Harness } from '../support/harness.ts';

const budgets: Partial<Env> = {
  MAX_SEARCHES_PER_USER_AND_MINUTE: 3,
  MAX_NEW_SYMBOLS_PER_USER_AND_MINUTE: 2,
  MAX_NEW_SYMBOLS_PER_USER_AND_DAY: 4,
};

async function withProvider(mode: 'yahoo' | 'simulated', changes: Partial<Env> = {}) {
  const yahoo = await startYahooMockServer();
  const harness = await Harness.start({ MARKET_DATA: mode, YAHOO_URL: yahoo.url, ...budgets, ...changes });
  onTestFinished(async () => {
    await harness.stop();
    await yahoo.close();
  });
  const { token } = await harness.signUp();
  return {
    harness,
    token,
    search: (q: string, bearer = token) => harness.rest('GET', `/stocks/search?q=${q}`, { token: bearer }),
    add: (symbol: string, bearer = token) =>
      harness.rest('POST', '/stocks', { token: bearer, body: { symbol } }),
  };
}

describe('the budget of searches', () => {
  it('rejects further searches of the user with the time to wait', async () => {
    const { harness, search } = await withProvider('yahoo');
    for (const q of ['apple', 'micro', 'coca']) expect((await search(q)).status).toBe(200);
    const { status, headers, body } = await search('tesla');
    expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(body.error).toBe(
      `You have searched 3 times within a minute, the maximum. Try again in ${wait} seconds`,
    );
    // A blank search sends no request to the provider.
    expect((await search('')).status).toBe(200);
    const { token: other } = await harness.signUp();
    expect((await search('tesla', other)).status).toBe(200);
  });

  it('does not exist for simulated prices', async () => {
    const { search } = await withProvider('simulated');
    for (let count = 0; count < 5; count += 1) expect((await search('apple')).status).toBe(200);
  });
});

describe('the budget of new symbols', () => {
  it('counts symbols that are not stored yet, over REST and tRPC', async () => {
    const { harness, token, add } = await withProvider('yahoo');
    await harness.addStock(token, 'AAPL');
    await harness.addStock(token, 'MSFT');
    const refused = await add('NVDA');
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatch(
      /^You have added 2 new symbols within a minute, the maximum. Try again in \d+ seconds$/,
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await expect(harness.trpc(token).stocks.add.mutate({ symbol: 'NVDA' })).rejects.toMatchObject({
      data: { code: 'TOO_MANY_REQUESTS' },
    });
    const { token: other } = await harness.signUp();
    await harness.addStock(other, 'NVDA');
    // Another user has added the stock: no request to the provider is needed.
    expect((await add('NVDA')).status).toBe(202);
  });

  it('counts simultaneous requests for the same symbol once', async () => {
    const { add } = await withProvider('yahoo', { ROLE: 'web' });
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => ((await add('AAPL')).body.data as { task_id: string }).task_id),
    );
    expect(new Set(ids).size).toBe(1);
    expect((await add('MSFT')).status).toBe(202);
    expect((await add('NVDA')).status).toBe(429);
  });

  it('also applies per day', async () => {
    const { add } = await withProvider('yahoo', { ROLE: 'web', MAX_NEW_SYMBOLS_PER_USER_AND_MINUTE: 100 });
    for (const symbol of ['AAPL', 'MSFT', 'NVDA', 'KO']) expect((await add(symbol)).status).toBe(202);
    const refused = await add('IBM');
    expect([refused.status, refused.body.error]).toEqual([
      429,
      'You have added 4 new symbols within a day, the maximum. Try again in 24 hours',
    ]);
  });

  it('does not exist for simulated prices', async () => {
    const { add } = await withProvider('simulated', { ROLE: 'web' });
    for (const symbol of ['AAPL', 'MSFT', 'NVDA', 'KO', 'IBM']) expect((await add(symbol)).status).toBe(202);
  });
});
