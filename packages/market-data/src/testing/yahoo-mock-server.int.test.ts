import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startYahooMockServer, type YahooMockServer } from './yahoo-mock-server.ts';

describe('startYahooStandIn', () => {
  let mockServer: YahooMockServer;
  beforeEach(async () => {
    mockServer = await startYahooMockServer({ clock: () => new Date('2026-11-21T12:00:00Z') });
  });
  afterEach(() => mockServer.close());

  const get = (path: string) => fetch(mockServer.url + path);
  const chart = (symbol: string) => `/v8/finance/chart/${symbol}?period1=${Date.parse('2026-11-16') / 1000}`;
  async function closes(symbol: string): Promise<number[]> {
    const body = JSON.parse(await (await get(chart(symbol))).text());
    return body.chart.result[0].indicators.quote[0].close;
  }

  it('returns one row for each weekday of the period', async () => {
    const { chart: body } = JSON.parse(await (await get(chart('%5EGSPC'))).text());
    expect(body.result[0].meta).toMatchObject({ symbol: '^GSPC', instrumentType: 'INDEX' });
    expect(body.result[0].timestamp.map((time: number) => new Date(time * 1000).toISOString())).toEqual([
      '2026-11-16T14:30:00.000Z',
      '2026-11-17T14:30:00.000Z',
      '2026-11-18T14:30:00.000Z',
      '2026-11-19T14:30:00.000Z',
      '2026-11-20T14:30:00.000Z',
    ]);
  });

  it('applies a fault to the requests of its scope until behaveWell', async () => {
    mockServer.behave('server-error', { endpoint: 'search' });
    mockServer.behave('rate-limited', { symbol: 'MSFT', times: 1, retryAfter: '7' });
    expect((await get('/v1/finance/search?q=apple')).status).toBe(500);
    expect((await get(chart('AAPL'))).status).toBe(200);
    const limited = await get(chart('MSFT'));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await get(chart('MSFT'))).status).toBe(200);
    mockServer.behaveWell();
    expect((await get('/v1/finance/search?q=apple')).status).toBe(200);
  });

  it('splits and restates the prices of a symbol', async () => {
    const before = await closes('NVDA');
    mockServer.split('NVDA', { date: '2026-11-18', numerator: 10, denominator: 1 });
    const split = await closes('NVDA');
    expect(split.slice(2)).toEqual(before.slice(2));
    expect(split[1]).toBeCloseTo((before[1] ?? 0) / 10, 3);
    mockServer.restate('NVDA', 2);
    expect((await closes('NVDA'))[4]).toBeCloseTo((before[4] ?? 0) * 2, 2);
    expect(await closes('AAPL')).toHaveLength(5);
  });

  it('returns charts of load test symbols, and 404 for other unknown symbols', async () => {
    expect(await closes('LOAD500')).toEqual(await closes('LOAD1'));
    expect((await get(chart('NOSUCH'))).status).toBe(404);
    expect((await get('/v7/finance/options')).status).toBe(404);
  });

  it('records the requests', async () => {
    await get(chart('0700.HK'));
    await get('/v1/finance/search?q=apple%20inc');
    expect(mockServer.requests.map(({ endpoint, subject }) => [endpoint, subject])).toEqual([
      ['chart', '0700.HK'],
      ['search', 'apple inc'],
    ]);
  });

  it('closes once when it is closed twice', async () => {
    await mockServer.close();
    await mockServer.close();
    await expect(get(chart('AAPL'))).rejects.toThrow();
  });
});
