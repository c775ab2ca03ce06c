import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { expect, it, onTestFinished } from 'vitest';
import { Harness } from '../support/harness.ts';

interface Bar {
  readonly date: string;
  readonly open: number;
  readonly close: number;
  readonly volume: number;
}

const split = { date: '2024-06-10', numerator: 2, denominator: 1 };
const dividends = [
  { date: '2024-05-10', amount: 0.5 },
  { date: '2024-08-12', amount: 2 },
];

/** A user who tracks MSFT, whose mock history has a split and two dividends. */
async function trackedStock(mock: YahooMockServer) {
  mock.split('MSFT', split);
  for (const dividend of dividends) mock.dividend('MSFT', dividend);
  const harness = await Harness.start({ MARKET_DATA: 'yahoo', YAHOO_URL: mock.url });
  onTestFinished(async () => {
    await harness.stop();
    await mock.close();
  });
  const { token } = await harness.signUp();
  expect(await harness.addStock(token, 'MSFT')).toMatchObject({ status: 'SUCCESS' });
  const get = (path: string, etag?: string) =>
    harness.rest('GET', `/stocks/MSFT/${path}`, {
      token,
      ...(etag && { headers: { 'if-none-match': etag } }),
    });
  return {
    harness,
    token,
    get,
    bars: async (query: string) => (await get(`data?${query}`)).body.data as Bar[],
  };
}

it('returns splits and dividends over both transports', async () => {
  const { harness, token, get } = await trackedStock(await startYahooMockServer());
  const expected = {
    symbol: 'MSFT',
    splits: [{ ex_date: '2024-06-10', numerator: 2, denominator: 1 }],
    dividends: [
      { ex_date: '2024-05-10', amount: 0.5, currency: 'USD' },
      { ex_date: '2024-08-12', amount: 2, currency: 'USD' },
    ],
    total: 3,
  };
  expect((await get('actions')).body).toEqual(expected);
  expect(await harness.trpc(token).stocks.actions.query({ symbol: 'msft' })).toEqual(expected);
});

it('adjusts daily and weekly prices for dividends on request', async () => {
  const { bars } = await trackedStock(await startYahooMockServer());
  const plain = await bars('');
  const adjusted = await bars('adjust=dividends');
  const previousClose = (exDate: string) => plain.findLast(({ date }) => date < exDate)?.close ?? 0;
  const factorOn = (day: string) =>
    dividends
      .filter(({ date }) => day < date)
      .reduce((factor, { date, amount }) => factor * (1 - amount / previousClose(date)), 1);
  expect(adjusted).toHaveLength(plain.length);
  for (const [row, { date, open, close, volume }] of adjusted.entries()) {
    expect(close).toBeCloseTo((plain[row]?.close ?? 0) * factorOn(date), 9);
    expect(open).toBeCloseTo((plain[row]?.open ?? 0) * factorOn(date), 9);
    expect(volume).toBe(plain[row]?.volume);
  }
  expect(adjusted.at(-1)?.close).toBe(plain.at(-1)?.close);
  const day = '2024-05-09';
  const closeOn = (list: Bar[]) => list.find(({ date }) => date === day)?.close;
  // The week of the ex-date: its open is adjusted, its close (the Friday of the ex-date) is not.
  const range = `start_date=${day}&end_date=${day}&interval=weekly`;
  const [week] = await bars(`${range}&adjust=dividends`);
  expect(week?.date).toBe('2024-05-06');
  const rowOf = (date: string) => adjusted.find((bar) => bar.date === date);
  expect(week?.open).toBeCloseTo(rowOf('2024-05-06')?.open ?? 0, 9);
  expect(week?.close).toBeCloseTo(rowOf('2024-05-10')?.close ?? 0, 9);
  // A range that ends before the ex-date has the same prices as the whole history.
  expect(closeOn(await bars(`end_date=${day}&adjust=dividends`))).toBe(closeOn(adjusted));
});

it('has another ETag for adjusted prices, which changes with the dividends', async () => {
  const mock = await startYahooMockServer();
  const { harness, token, get } = await trackedStock(mock);
  const etagOf = async (path: string) => String((await get(path)).headers.etag);
  const adjusted = await etagOf('data?adjust=dividends');
  expect(adjusted).not.toBe(await etagOf('data'));
  expect((await get('data?adjust=dividends', adjusted)).status).toBe(304);

  const recent = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  mock.dividend('MSFT', { date: recent, amount: 1 });
  const refresh = await harness.rest('POST', '/stocks/MSFT/refresh', { token });
  await harness.waitForTask(`/stocks/tasks/${(refresh.body.data as { task_id: string }).task_id}`, token);
  expect((await get('data?adjust=dividends', adjusted)).status).toBe(200);
  expect((await get('actions')).body.total).toBe(4);
});

it('rejects another value of adjust', async () => {
  const { get } = await trackedStock(await startYahooMockServer());
  const { status, body } = await get('data?adjust=splits');
  expect([status, body.error]).toEqual([400, 'adjust must be dividends']);
});
