import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { Harness } from '../support/harness.ts';

let mockServer: YahooMockServer;
let harness: Harness;
/** A second server on the same database, with a separate cache. */
let other: FastifyInstance;

beforeAll(async () => {
  mockServer = await startYahooMockServer();
  harness = await Harness.start({ MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url });
  const { log } = harness;
  other = await buildApp(harness.services, {
    log,
    trustProxy: false,
    corsOrigins: [],
    rateLimitPerMinute: 100_000,
  });
});
afterAll(async () => {
  await other.close();
  await harness.stop();
  await mockServer.close();
});

/** Sends two requests to each server, the second of which is served from the cache. All responses must be equal. */
async function getFromBoth(path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const responses = [];
  for (const app of [harness.app, other, harness.app, other]) {
    const { statusCode, body } = await app.inject({ url: `/api${path}`, headers });
    responses.push({ status: statusCode, body: JSON.parse(body) });
  }
  const [first, ...others] = responses;
  if (!first) throw new Error('there is no response');
  for (const response of others) expect(response).toEqual(first);
  return first;
}

const closes = (response: { body: { data: { close: number }[] } }) =>
  response.body.data.map(({ close }) => close);

describe('a cached response', () => {
  it('serves no cached response after a refresh has changed the data', async () => {
    const { token } = await harness.signUp();
    await harness.addStock(token, 'AAPL');
    await harness.calculate(token, { stock_symbol: 'AAPL', ta_indicator: 'SMA' });
    const before = {
      bars: await getFromBoth('/stocks/AAPL/data', token),
      list: await getFromBoth('/stocks/', token),
      indicators: await getFromBoth('/indicators/AAPL', token),
    };
    const date = before.bars.body.data.at(-2).date;
    mockServer.split('AAPL', { date, numerator: 2, denominator: 1 });
    expect(await harness.refresh(token, 'AAPL')).toMatchObject({ status: 'SUCCESS' });

    const bars = await getFromBoth('/stocks/AAPL/data', token);
    expect(closes(bars)[0]).toBeCloseTo((closes(before.bars)[0] ?? 0) / 2, 2);
    expect(bars.body).toEqual(await harness.trpc(token).stocks.bars.query({ symbol: 'AAPL' }));
    const list = await getFromBoth('/stocks/', token);
    expect(list.body.stocks[0].stock.recent_closes).toEqual(closes(bars).slice(-22));
    expect(list.body).toEqual(await harness.trpc(token).stocks.list.query());
    const indicators = await getFromBoth('/indicators/AAPL', token);
    expect(indicators.body).not.toEqual(before.indicators.body);
  });

  it('serves no cached response after the user has changed the watch list', async () => {
    const { token } = await harness.signUp();
    expect((await getFromBoth('/stocks/', token)).body.total).toBe(0);
    await harness.addStock(token, 'MSFT');
    expect((await getFromBoth('/stocks/', token)).body.total).toBe(1);
    for (const is_favorite of [true, false, true]) {
      await harness.rest('PATCH', '/stocks/MSFT', { token, body: { is_favorite } });
      const { body } = await getFromBoth('/stocks/', token);
      expect([body.stocks[0].is_favorite, body.stats.favorites]).toEqual([is_favorite, is_favorite ? 1 : 0]);
    }
    await harness.rest('DELETE', '/stocks/MSFT', { token });
    expect((await getFromBoth('/stocks/', token)).body.total).toBe(0);
    for (const path of ['/stocks/MSFT/data', '/indicators/MSFT']) {
      expect((await getFromBoth(path, token)).status).toBe(404);
    }
  });

  it('serves no cached response to other users', async () => {
    const owner = await harness.signUp();
    await harness.addStock(owner.token, 'NVDA');
    await harness.calculate(owner.token, { stock_symbol: 'NVDA', ta_indicator: 'RSI' });
    const mine = await getFromBoth('/indicators/NVDA', owner.token);
    expect(mine.body.total).toBe(1);
    await getFromBoth('/stocks/NVDA/data', owner.token);

    const stranger = await harness.signUp();
    for (const path of ['/stocks/NVDA/data', '/indicators/NVDA']) {
      expect((await getFromBoth(path, stranger.token)).status).toBe(404);
      expect((await getFromBoth(path, 'nonsense')).status).toBe(401);
    }
    await harness.addStock(stranger.token, 'NVDA');
    expect((await getFromBoth('/indicators/NVDA', stranger.token)).body.total).toBe(0);
    const list = await getFromBoth('/stocks/', stranger.token);
    expect(list.body.stocks[0].notes).toBeNull();
  });

  it('serves no cached response after signing out', async () => {
    const { token } = await harness.signUp();
    await harness.addStock(token, 'MSFT');
    const paths = ['/stocks/', '/stocks/MSFT/data', '/indicators/MSFT'];
    for (const path of paths) expect((await getFromBoth(path, token)).status).toBe(200);
    await harness.rest('POST', '/auth/logout', { token });
    for (const path of paths) expect((await getFromBoth(path, token)).status).toBe(401);
  });

  it('serves each user the own response when many users send requests at once', async () => {
    const users = await Promise.all([harness.signUp(), harness.signUp(), harness.signUp()]);
    for (const [index, { token }] of users.entries()) {
      await harness.addStock(token, 'MSFT');
      await harness.rest('PATCH', '/stocks/MSFT', { token, body: { notes: `of ${index}` } });
    }
    const userIndexes = Array.from({ length: 60 }, (_, number) => number % 4);
    const notes = await Promise.all(
      userIndexes.map(async (index) => {
        const { status, text } = await harness.rest('GET', '/stocks/', {
          token: users[index]?.token ?? 'invalid',
        });
        return status === 200 ? JSON.parse(text).stocks[0].notes : status;
      }),
    );
    expect(notes).toEqual(userIndexes.map((index) => (index < users.length ? `of ${index}` : 401)));
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['GZIP', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('has the same content in encoding %s', async (encoding, decode) => {
    const { token } = await harness.signUp();
    await harness.addStock(token, 'MSFT');
    const { body } = await getFromBoth('/stocks/MSFT/data', token);
    for (let times = 0; times < 2; times += 1) {
      const { headers, rawPayload } = await harness.inject({
        url: '/api/stocks/MSFT/data',
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      });
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding.toLowerCase());
      expect(JSON.parse(decode(rawPayload).toString())).toEqual(body);
    }
  });
});
