import { beforeAll, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
  for (const ta_indicator of ['SMA', 'MACD']) {
    await harness().calculate(token, { stock_symbol: 'AAPL', ta_indicator });
  }
});

interface Row {
  date: string;
  close: number;
}
interface Indicator {
  id: string;
  indicator_function: string;
  data: { date: string; value: number | Record<string, number> }[];
}

async function restOutputs(query: string) {
  const bars = await harness().rest('GET', `/stocks/AAPL/data?${query}`, { token });
  const indicators = await harness().rest('GET', '/indicators/AAPL', { token });
  return { rows: bars.body.data as Row[], indicators: indicators.body.indicators as Indicator[] };
}

const dateOf = (time: number | undefined) => new Date((time ?? 0) * 1000).toISOString().slice(0, 10);

it('returns the bars and indicators of the REST operations as columns', async () => {
  const { rows, indicators } = await restOutputs('start_date=2024-01-02&end_date=2024-02-15');
  const ids = indicators.map(({ id }) => id);
  const chart = await harness()
    .trpc(token)
    .stocks.chart.query({ symbol: 'AAPL', start_date: '2024-01-02', end_date: '2024-02-15', ids });
  expect(chart.time.map(dateOf)).toEqual(rows.map(({ date }) => date));
  expect(chart.close).toEqual(rows.map(({ close }) => close));
  expect(chart.studies.map(({ id }) => id)).toEqual(ids);
  for (const [index, { data }] of indicators.entries()) {
    const byDate = new Map(data.map(({ date, value }) => [date, value]));
    for (const { name, values } of chart.studies[index]?.lines ?? []) {
      const expected = rows.map(({ date }) => {
        const value = byDate.get(date);
        return (typeof value === 'object' ? value[name ?? ''] : value) ?? null;
      });
      expect(values).toEqual(expected);
    }
  }
});

it.each(['weekly', 'monthly'] as const)('samples indicators at the end of %s bars', async (interval) => {
  const query = `interval=${interval}&start_date=2023-11-01&end_date=2024-01-10`;
  const { indicators } = await restOutputs(query);
  const sma = indicators.find((each) => each.indicator_function === 'SMA');
  const chart = await harness()
    .trpc(token)
    .stocks.chart.query({
      symbol: 'AAPL',
      interval,
      start_date: '2023-11-01',
      end_date: '2024-01-10',
      ids: [sma?.id ?? ''],
    });
  const values = chart.studies[0]?.lines[0]?.values ?? [];
  expect(values).toHaveLength(chart.time.length);
  for (const [index, time] of chart.time.slice(0, -1).entries()) {
    const next = chart.time[index + 1] ?? 0;
    const inBar = sma?.data.filter(({ date }) => {
      const seconds = Date.parse(date) / 1000;
      return seconds >= time && seconds < next;
    });
    expect(values[index]).toBe(inBar?.at(-1)?.value);
  }
});

it('returns lines without bars, and none of another user', async () => {
  const { indicators } = await restOutputs('');
  const ids = indicators.map(({ id }) => id);
  const lines = await harness().trpc(token).stocks.chart.query({ symbol: 'AAPL', ids, bars: false });
  expect(lines.time).toEqual([]);
  expect(lines.studies[0]?.lines[0]?.values.at(-1)).toEqual(expect.any(Number));
  const other = (await harness().signUp()).token;
  await harness().addStock(other, 'AAPL');
  const foreign = await harness().trpc(other).stocks.chart.query({ symbol: 'AAPL', ids });
  expect(foreign.studies).toEqual([]);
  expect(foreign.time.length).toBeGreaterThan(0);
});

it('gets 304 with a current ETag until an indicator changes', async () => {
  const { indicators } = await restOutputs('');
  const input = encodeURIComponent(JSON.stringify({ symbol: 'AAPL', ids: indicators.map(({ id }) => id) }));
  const get = (headers: Record<string, string> = {}) =>
    harness().inject({
      url: `/trpc/stocks.chart?input=${input}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const first = await get();
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const etag = String(first.headers.etag);
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
  await harness().calculate(token, { stock_symbol: 'AAPL', ta_indicator: 'SMA' });
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(200);
});
