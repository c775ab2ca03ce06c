import { sql, type TestQuery } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const run = (query: TestQuery<unknown>) => query.execute(harness().services.database.fork().getKysely());

interface Point {
  date: string;
  value: number | Record<string, number>;
}

describe('the catalogue', () => {
  it('starts with the eight presets and their defaults', async () => {
    const { token } = await harness().signUp();
    const { body } = await harness().rest('GET', '/indicators/', { token });
    const indicators = body.indicators as { function: string; defaultParams: object }[];
    expect(body.total).toBe(indicators.length);
    expect(indicators.slice(0, 8).map((entry) => [entry.function, entry.defaultParams])).toEqual([
      ['SMA', { timeperiod: 20 }],
      ['EMA', { timeperiod: 20 }],
      ['RSI', { timeperiod: 14 }],
      ['MACD', { fastperiod: 12, slowperiod: 26, signalperiod: 9 }],
      ['BBANDS', { timeperiod: 20, nbdevup: 2, nbdevdn: 2 }],
      ['STOCH', { fastk_period: 5, slowk_period: 3, slowd_period: 3 }],
      ['ATR', { timeperiod: 14 }],
      ['CCI', { timeperiod: 20 }],
    ]);
  });
});

describe('calculating', () => {
  it('runs as a task and stores a value for each bar after the look-back', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const started = await harness().rest('POST', '/indicators/calculate', {
      token,
      body: {
        stock_symbol: 'aapl',
        ta_indicator: 'sma',
        parameters: { timeperiod: 3 },
        indicator_name: null,
      },
    });
    expect(started).toMatchObject({
      status: 202,
      body: { stock_symbol: 'AAPL', ta_indicator: 'SMA', indicator_name: expect.any(String) },
    });
    const ended = await harness().endOfTask(started, token);
    expect(ended).toMatchObject({ status: 'SUCCESS', error: null, info: null });

    const { body } = await harness().rest('GET', '/indicators/AAPL', { token });
    const bars = (await harness().rest('GET', '/stocks/AAPL/data', { token })).body.data as {
      date: string;
      close: number;
    }[];
    expect(body).toMatchObject({ stock_symbol: 'AAPL', total: 1 });
    const [indicator] = body.indicators as {
      indicator_function: string;
      parameters: object;
      data: Point[];
      data_start_date: string;
      data_end_date: string;
    }[];
    expect(indicator).toMatchObject({
      indicator_function: 'SMA',
      parameters: { timeperiod: 3 },
      data_start_date: bars[2]?.date,
      data_end_date: bars.at(-1)?.date,
    });
    expect(indicator?.data).toHaveLength(bars.length - 2);
    const mean = (from: number) => bars.slice(from, from + 3).reduce((sum, { close }) => sum + close, 0) / 3;
    for (const row of [0, 1000, bars.length - 3]) {
      expect(indicator?.data[row]?.date).toBe(bars[row + 2]?.date);
      expect(indicator?.data[row]?.value).toBeCloseTo(mean(row), 9);
    }
  });

  it('returns several lines as objects, the main one first', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'MSFT');
    await harness().calculate(token, { stock_symbol: 'MSFT', ta_indicator: 'BBANDS' });
    const { body } = await harness().rest('GET', '/indicators/MSFT', { token });
    const [indicator] = body.indicators as { data: Point[] }[];
    expect(Object.keys(indicator?.data[0]?.value ?? {})).toEqual(['middleband', 'upperband', 'lowerband']);
  });

  it('replaces the earlier result of the same calculation, unless it has another name', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const request = { stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { timeperiod: 14 } };
    await harness().calculate(token, request);
    await harness().calculate(token, { ...request, parameters: null });
    expect((await harness().rest('GET', '/indicators/AAPL', { token })).body.total).toBe(1);
    await harness().calculate(token, { ...request, indicator_name: 'My RSI' });
    const { body } = await harness().rest('GET', '/indicators/AAPL', { token });
    expect((body.indicators as { indicator_name: string }[])[0]?.indicator_name).toBe('My RSI');
    expect(body.total).toBe(2);
  });

  it.each([
    [{}, 'No stock symbol provided'],
    [{ stock_symbol: ' ', ta_indicator: 'RSI' }, 'No stock symbol provided'],
    [{ stock_symbol: 'AAPL' }, 'ta_indicator is required'],
    [{ stock_symbol: 'AAPL', ta_indicator: 'FOO' }, 'Unknown indicator "FOO"'],
    [
      { stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { timeperiod: 1 } },
      'timeperiod must be a whole number from 2 to 100000',
    ],
    [
      { stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { timeperiod: '14' } },
      'timeperiod must be a whole number from 2 to 100000',
    ],
    [{ stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { foo: 1 } }, 'RSI has no parameter "foo"'],
    [
      { stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: [] },
      'parameters must be an object of numbers',
    ],
  ])('refuses to calculate %j: %s', async (body, error) => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const answer = await harness().rest('POST', '/indicators/calculate', { token, body });
    expect(answer).toMatchObject({ status: 400, body: { error, code: 'BAD_REQUEST' } });
  });

  const ofTooManyBars = { ta_indicator: 'SMA', parameters: { timeperiod: 100_000 } };
  const tooFewBars = /^SMA with timeperiod 100000 needs at least 100000 bars, the stock has \d+$/;

  it('refuses to calculate when the history is too short', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const body = { stock_symbol: 'AAPL', ...ofTooManyBars };
    expect(await harness().rest('POST', '/indicators/calculate', { token, body })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(tooFewBars), code: 'BAD_REQUEST' },
    });
  });

  it('fails in the task when the stored history turns out to be too short', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'NVDA');
    await run(sql`update stock set bar_count = 0 where symbol = 'NVDA'`);
    expect(await harness().calculate(token, { stock_symbol: 'NVDA', ...ofTooManyBars })).toMatchObject({
      status: 'FAILURE',
      error: expect.stringMatching(tooFewBars),
    });
  });

  describe('when the stock has a hundred indicators', () => {
    const request = (timeperiod: number) => ({
      stock_symbol: 'AAPL',
      ta_indicator: 'SMA',
      indicator_name: 'SMA',
      parameters: { timeperiod },
    });
    const fill = (userId: string, first: number): TestQuery<unknown> => sql`
      insert into calculated_indicator
        select gen_random_uuid(), ${userId}, stock.id, 'SMA', 'SMA', jsonb_build_object('timeperiod', timeperiod),
          '{}', '', null, null, now()
        from stock, generate_series(${first}::int, 101) timeperiod where symbol = 'AAPL'
    `;
    const full = 'You have 100 indicators of AAPL: no more are kept, but each can be calculated again';

    async function userWithStock() {
      const { token } = await harness().signUp();
      await harness().addStock(token, 'AAPL');
      const { body } = await harness().rest('GET', '/auth/me', { token });
      return { token, userId: String(body.id) };
    }

    it('rejects another one, and replaces existing ones', async () => {
      const { token, userId } = await userWithStock();
      await run(fill(userId, 2));
      const another = await harness().rest('POST', '/indicators/calculate', { token, body: request(102) });
      expect(another).toMatchObject({ status: 409, body: { error: full, code: 'CONFLICT' } });
      expect(await harness().calculate(token, request(50))).toMatchObject({ status: 'SUCCESS' });
      const { body } = await harness().rest('GET', '/indicators/AAPL?limit=1', { token });
      expect(body).toMatchObject({ total: 100, indicators: [{ parameters: { timeperiod: 50 } }] });
    });

    it('fails in the task when the quota was reached after the request', async () => {
      const { token, userId } = await userWithStock();
      const started = await harness()
        .services.database.fork()
        .transactional(async (tx) => {
          await sql`select from stock where symbol = 'AAPL' for update`.execute(tx.getKysely());
          const requested = await harness().rest('POST', '/indicators/calculate', {
            token,
            body: request(102),
          });
          await fill(userId, 2).execute(tx.getKysely());
          return requested;
        });
      expect(await harness().endOfTask(started, token)).toMatchObject({
        status: 'FAILURE',
        error: full,
      });
    });
  });

  it('finds no indicators of a stock that is not tracked', async () => {
    const { token } = await harness().signUp();
    const answer = await harness().rest('POST', '/indicators/calculate', {
      token,
      body: { stock_symbol: 'AAPL', ta_indicator: 'RSI' },
    });
    expect(answer).toMatchObject({ status: 404, body: { error: 'Stock not found' } });
  });
});
