import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { Harness } from '../support/harness.ts';

let mockServer: YahooMockServer;
let harness: Harness;
/** A second server on the same database, with answers of its own. */
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

/** What both servers answer, each asked twice: the second answer is a kept one. They must agree. */
async function answers(path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const given = [];
  for (const app of [harness.app, other, harness.app, other]) {
    const { statusCode, body } = await app.inject({ url: `/api${path}`, headers });
    given.push({ status: statusCode, body: JSON.parse(body) });
  }
  const [first, ...others] = given;
  if (!first) throw new Error('nobody was asked');
  for (const answer of others) expect(answer).toEqual(first);
  return first;
}

const closes = (answer: { body: { data: { close: number }[] } }) =>
  answer.body.data.map(({ close }) => close);

describe('a kept answer', () => {
  it('is never given after a refresh has changed what it tells', async () => {
    const { token } = await harness.signUp();
    await harness.addStock(token, 'AAPL');
    await harness.calculate(token, { stock_symbol: 'AAPL', ta_indicator: 'SMA' });
    const before = {
      bars: await answers('/stocks/AAPL/data', token),
      list: await answers('/stocks/', token),
      indicators: await answers('/indicators/AAPL', token),
    };
    const date = before.bars.body.data.at(-2).date;
    mockServer.split('AAPL', { date, numerator: 2, denominator: 1 });
    const { body } = await harness.rest('POST', '/stocks/AAPL/refresh', { token });
    const { task_id } = body.data as { task_id: string };
    expect(await harness.ended(`/stocks/tasks/${task_id}`, token)).toMatchObject({ status: 'SUCCESS' });

    const bars = await answers('/stocks/AAPL/data', token);
    expect(closes(bars)[0]).toBeCloseTo((closes(before.bars)[0] ?? 0) / 2, 2);
    expect(bars.body).toEqual(await harness.trpc(token).stocks.bars.query({ symbol: 'AAPL' }));
    const list = await answers('/stocks/', token);
    expect(list.body.stocks[0].stock.recent_closes).toEqual(closes(bars).slice(-22));
    expect(list.body).toEqual(await harness.trpc(token).stocks.list.query());
    const indicators = await answers('/indicators/AAPL', token);
    expect(indicators.body).not.toEqual(before.indicators.body);
  });

  it('is never given after the user has changed the list', async () => {
    const { token } = await harness.signUp();
    expect((await answers('/stocks/', token)).body.total).toBe(0);
    await harness.addStock(token, 'MSFT');
    expect((await answers('/stocks/', token)).body.total).toBe(1);
    for (const is_favorite of [true, false, true]) {
      await harness.rest('PATCH', '/stocks/MSFT', { token, body: { is_favorite } });
      const { body } = await answers('/stocks/', token);
      expect([body.stocks[0].is_favorite, body.stats.favorites]).toEqual([is_favorite, is_favorite ? 1 : 0]);
    }
    await harness.rest('DELETE', '/stocks/MSFT', { token });
    expect((await answers('/stocks/', token)).body.total).toBe(0);
    for (const path of ['/stocks/MSFT/data', '/indicators/MSFT']) {
      expect((await answers(path, token)).status).toBe(404);
    }
  });

  it('is given to nobody who may not see it', async () => {
    const owner = await harness.signUp();
    await harness.addStock(owner.token, 'NVDA');
    await harness.calculate(owner.token, { stock_symbol: 'NVDA', ta_indicator: 'RSI' });
    const mine = await answers('/indicators/NVDA', owner.token);
    expect(mine.body.total).toBe(1);
    await answers('/stocks/NVDA/data', owner.token);

    const stranger = await harness.signUp();
    for (const path of ['/stocks/NVDA/data', '/indicators/NVDA']) {
      expect((await answers(path, stranger.token)).status).toBe(404);
      expect((await answers(path, 'nonsense')).status).toBe(401);
    }
    await harness.addStock(stranger.token, 'NVDA');
    expect((await answers('/indicators/NVDA', stranger.token)).body.total).toBe(0);
    const list = await answers('/stocks/', stranger.token);
    expect(list.body.stocks[0].notes).toBeNull();
  });

  it('is given to nobody who has signed out', async () => {
    const { token } = await harness.signUp();
    await harness.addStock(token, 'MSFT');
    const paths = ['/stocks/', '/stocks/MSFT/data', '/indicators/MSFT'];
    for (const path of paths) expect((await answers(path, token)).status).toBe(200);
    await harness.rest('POST', '/auth/logout', { token });
    for (const path of paths) expect((await answers(path, token)).status).toBe(401);
  });

  it('goes to each of many who ask at once', async () => {
    const users = await Promise.all([harness.signUp(), harness.signUp(), harness.signUp()]);
    for (const [index, { token }] of users.entries()) {
      await harness.addStock(token, 'MSFT');
      await harness.rest('PATCH', '/stocks/MSFT', { token, body: { notes: `of ${index}` } });
    }
    const asked = Array.from({ length: 60 }, (_, turn) => turn % 4);
    const given = await Promise.all(
      asked.map(async (index) => {
        const { status, text } = await harness.rest('GET', '/stocks/', {
          token: users[index]?.token ?? 'nobody',
        });
        return status === 200 ? JSON.parse(text).stocks[0].notes : status;
      }),
    );
    expect(given).toEqual(asked.map((index) => (index < users.length ? `of ${index}` : 401)));
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('reads the same in %s', async (encoding, decode) => {
    const { token } = await harness.signUp();
    await harness.addStock(token, 'MSFT');
    const { body } = await answers('/stocks/MSFT/data', token);
    for (let times = 0; times < 2; times += 1) {
      const { headers, rawPayload } = await harness.app.inject({
        url: '/api/stocks/MSFT/data',
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      });
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(JSON.parse(decode(rawPayload).toString())).toEqual(body);
    }
  });
});
