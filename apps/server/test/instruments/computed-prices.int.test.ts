import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeEach(async () => {
  token = (await harness().signUp()).token;
});

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object) =>
  harness().rest(method, path, { token, ...(body && { body }) });

type Bar = Record<'open' | 'high' | 'low' | 'close' | 'volume', number> & { date: string };
const barsOf = async (symbol: string) => (await call('GET', `/stocks/${symbol}/data`)).body.data as Bar[];

const term = {
  symbol: '@TERM',
  name: 'Term deposit',
  currency: 'EUR',
  pricing: 'interest',
  terms: { start_date: '2024-01-01', percent_a_year: 3.65, compounding: 'none', until: '2024-01-11' },
};

describe('prices that grow by a rate', () => {
  it('computes them at once, takes no others, and keeps them when they are entered from now on', async () => {
    const made = await call('POST', '/instruments/', term);
    expect(made).toMatchObject({
      status: 201,
      body: {
        pricing: 'interest',
        terms: { ...term.terms, start_price: 100, rates: null },
        first_date: '2024-01-01',
        last_close: 100.1,
      },
    });
    const bars = await barsOf('@TERM');
    expect(bars.at(-1)?.close).toBe(bars.find(({ date }) => date === '2024-01-11')?.close);
    const write = { bars: [{ date: '2024-01-12', close: 5 }] };
    expect(await call('POST', '/instruments/@TERM/bars', write)).toMatchObject({
      status: 409,
      body: { error: 'The prices of @TERM are computed: change its pricing to enter them' },
    });
    const refreshed = await harness().runTask('/stocks/@TERM/refresh', { token });
    expect(refreshed).toMatchObject({ status: 'SUCCESS' });
    await call('PATCH', '/instruments/@TERM', { terms: { ...term.terms, percent_a_year: 36.5 } });
    expect((await barsOf('@TERM')).at(-1)?.close).toBeCloseTo(101, 9);
    expect((await call('PATCH', '/instruments/@TERM', { pricing: 'entered' })).body).toMatchObject({
      pricing: 'entered',
      terms: null,
      bars: bars.length,
    });
    expect((await call('POST', '/instruments/@TERM/bars', write)).status).toBe(200);
    expect(await call('POST', '/stocks/@TERM/refresh')).toMatchObject({
      status: 409,
      body: { error: 'The prices of @TERM are entered by you' },
    });
  });
});

describe('prices that follow a stock', () => {
  const bar = { symbol: '@BAR', name: 'Gold bar', currency: 'USD', pricing: 'linked' };
  const linked = (terms: object, fields: object = {}) => ({
    ...bar,
    terms: { symbol: 'AAPL', ...terms },
    ...fields,
  });

  it('multiplies the prices of the stock by a factor, again with other terms', async () => {
    await harness().addStock(token, 'AAPL');
    const made = await call('POST', '/instruments/', linked({ factor: 2, add: 1 }));
    expect(made).toMatchObject({
      status: 201,
      body: { task_id: null, left_out: 0, terms: { symbol: 'AAPL', factor: 2, add: 1 } },
    });
    const base = await barsOf('AAPL');
    const expected = base.map(({ date, open, high, low, close }) => ({
      date,
      open: open * 2 + 1,
      high: high * 2 + 1,
      low: low * 2 + 1,
      close: close * 2 + 1,
      volume: 0,
    }));
    expect(await barsOf('@BAR')).toEqual(expected);
    const lastLow = base.at(-1)?.low ?? 0;
    expect((await call('POST', '/instruments/preview', linked({ factor: 2, add: 1 }))).body).toMatchObject({
      bars: expected.slice(-5),
    });
    const terms = { symbol: 'AAPL', factor: 1, add: -lastLow };
    expect(await call('PATCH', '/instruments/@BAR', { terms })).toMatchObject({
      status: 200,
      body: { left_out: base.filter(({ low }) => low <= lastLow).length },
    });
    expect(
      await call('POST', '/instruments/', linked({ factor: 1 }, { symbol: '@B', currency: 'EUR' })),
    ).toMatchObject({
      status: 400,
      body: { error: 'AAPL is quoted in USD: choose USD, or enter the prices' },
    });
  });

  it('computes them with the history of a stock that is not stored yet', async () => {
    const made = await call('POST', '/instruments/', linked({ symbol: 'NVDA', factor: 3 }));
    expect(made).toMatchObject({ status: 201, body: { bars: 0 } });
    await harness().waitForTask(`/tasks/${made.body.task_id}`, token);
    const { data } = (await harness().rest('GET', '/stocks/@BAR/data', { token })).body as { data: Bar[] };
    expect(data.length).toBeGreaterThan(1_000);
    expect(await call('GET', '/stocks/NVDA/data')).toMatchObject({ status: 404 });
    expect((await call('GET', '/instruments/@BAR')).body).toMatchObject({ bars: data.length });
    const unknown = await call(
      'POST',
      '/instruments/',
      linked({ symbol: 'UNKNOWN', factor: 3 }, { symbol: '@B' }),
    );
    expect(unknown).toMatchObject({ status: 400 });
  });
});
