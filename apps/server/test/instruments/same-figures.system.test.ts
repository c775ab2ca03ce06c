import { beforeAll, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  harness().rest(method, path, { token, ...(body && { body }) });

beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
  const { data } = (await call('GET', '/stocks/AAPL/data')).body;
  const copy = { symbol: '@COPY', name: 'Copy', currency: 'USD', bars: data };
  const made = await harness().rest('POST', '/instruments/', { token, body: copy });
  expect(made).toMatchObject({ status: 201, body: { bars: (data as unknown[]).length } });
});

/** A response without the names by which the two stocks differ. */
const anonymous = (text: string) =>
  text
    .replaceAll('@COPY', 'AAPL')
    .replaceAll(/"(?:[a-z]+_)?(?:id|at)":"[^"]*"/g, '""')
    .replaceAll(/"data_source":"[a-z]*"/g, '""');

it('has the bars of the stock that they were copied from, of all intervals', async () => {
  for (const interval of ['daily', 'weekly', 'monthly']) {
    const read = async (symbol: string) =>
      anonymous((await call('GET', `/stocks/${symbol}/data?interval=${interval}`)).text);
    expect(await read('@COPY')).toBe(await read('AAPL'));
  }
});

it.each(['SMA', 'RSI', 'MACD', 'BBANDS', 'ATR', 'OBV', 'STOCH', 'ADX'])(
  'gives the same %s as the stock, to the bit',
  async (indicator) => {
    const values = async (symbol: string) => {
      await harness().calculate(token, { stock_symbol: symbol, ta_indicator: indicator });
      return anonymous((await call('GET', `/indicators/${symbol}`)).text);
    };
    expect(await values('@COPY')).toBe(await values('AAPL'));
  },
);

it('previews rules with the same events as the stock', async () => {
  const rule = { when: 'rsi(14) crosses below 30 or close crosses above sma(50)' };
  const preview = async (symbol: string) =>
    anonymous((await call('POST', '/signals/preview', { ...rule, symbol })).text);
  expect(await preview('@COPY')).toBe(await preview('AAPL'));
});

it('gives backtests the same trades as the stock', async () => {
  const trades = async (symbol: string) => {
    const rules = {
      format: 'stockbook/1',
      entry: 'close crosses above sma(20)',
      exit: 'close crosses below sma(20)',
      scope: { symbols: [symbol] },
    };
    const { id } = (await call('POST', '/strategies', { name: symbol, rules })).body;
    const started = await call('POST', `/strategies/${id}/backtests`, {});
    expect(started.status).toBe(202);
    await harness().endOfTask(started, token);
    const { backtests } = (await call('GET', `/strategies/${id}/backtests`)).body as {
      backtests: { id: string }[];
    };
    return anonymous((await call('GET', `/backtests/${backtests[0]?.id}/trades`)).text);
  };
  const ofStock = await trades('AAPL');
  expect(ofStock.length).toBeGreaterThan(1_000);
  expect(await trades('@COPY')).toBe(ofStock);
});

it('stores 20,000 prices at once, and logs no name of an instrument', async () => {
  const day = (index: number) => new Date(Date.UTC(1970, 0, 1 + index)).toISOString().slice(0, 10);
  const bars = Array.from({ length: 20_000 }, (_, index) => ({
    date: day(index),
    open: 1 + index,
    high: 3 + index,
    low: 0.5 + index,
    close: 2.5 + index,
    volume: 1_000_000 + index,
  }));
  await call('POST', '/instruments/', { symbol: '@LONG', name: 'Long', currency: 'USD' });
  const since = harness().logged.length;
  const stored = await call('PUT', '/instruments/@LONG/bars', { bars });
  expect(stored).toMatchObject({ status: 200, body: { added: 20_000 } });
  expect(await call('PUT', '/instruments/%40LONG/bars', { bars })).toMatchObject({
    body: { added: 0, unchanged: 20_000, bars_revision: stored.body.bars_revision },
  });
  const lines = harness().logged.slice(since).join('\n');
  expect(lines).toContain('/api/instruments/@*/bars');
  expect(lines).not.toContain('LONG');
  const more = { bars: [{ date: '2025-01-01', close: 1 }] };
  expect(await call('POST', '/instruments/@LONG/bars', more)).toMatchObject({
    status: 409,
    body: { error: '@LONG has 20,000 prices, the maximum' },
  });
  // Each write of 20,000 prices counts as 20 of the 60 within a minute.
  expect(await call('PUT', '/instruments/@LONG/bars', { bars })).toMatchObject({ status: 429 });
  // From then on prices are not even read.
  expect(await call('PUT', '/instruments/@LONG/bars', { bars: [{}] })).toMatchObject({ status: 429 });
});
