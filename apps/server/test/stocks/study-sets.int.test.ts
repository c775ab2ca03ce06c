import { sql, type TestQuery } from '@stockbook/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness();
const sma = { indicator_function: 'sma', parameters: { timeperiod: 50 }, color: '#3b82f6' };

let token = '';
beforeEach(async () => {
  token = (await harness().signUp()).token;
});

const save = (body: object) => harness().rest('POST', '/study-sets', { token, body });
const list = async () => (await harness().rest('GET', '/study-sets', { token })).body;

describe('saved sets of indicators', () => {
  it('completes saved sets by the catalogue, and lists them by name', async () => {
    const named = { indicator_function: 'MACD', parameters: { fastperiod: 5 }, indicator_name: 'Quick' };
    expect(await save({ name: 'Trend', studies: [sma, named] })).toMatchObject({
      status: 201,
      body: {
        name: 'Trend',
        studies: [
          {
            indicator_function: 'SMA',
            indicator_name: 'Simple Moving Average',
            parameters: { timeperiod: 50 },
            color: '#3b82f6',
          },
          {
            indicator_function: 'MACD',
            indicator_name: 'Quick',
            parameters: { fastperiod: 5, slowperiod: 26, signalperiod: 9 },
            color: null,
          },
        ],
      },
    });
    await save({ name: 'Momentum', studies: [sma] });
    expect(await list()).toMatchObject({ study_sets: [{ name: 'Momentum' }, { name: 'Trend' }], total: 2 });
  });

  it('renames, changes and deletes a saved set', async () => {
    const { body } = await save({ name: 'Trend', studies: [sma] });
    const path = `/study-sets/${body.id}`;
    const rsi = { indicator_function: 'RSI' };
    expect(await harness().rest('PATCH', path, { token, body: { name: 'Long trend' } })).toMatchObject({
      status: 200,
      body: { name: 'Long trend', studies: body.studies },
    });
    expect(await harness().rest('PATCH', path, { token, body: { studies: [rsi] } })).toMatchObject({
      status: 200,
      body: { name: 'Long trend', studies: [{ indicator_function: 'RSI', parameters: { timeperiod: 14 } }] },
    });
    expect(await harness().rest('PATCH', path, { token, body: {} })).toMatchObject({
      status: 400,
      body: { error: 'Name at least one of name and studies' },
    });
    expect((await harness().rest('DELETE', path, { token })).status).toBe(200);
    expect(await list()).toEqual({ study_sets: [], total: 0 });
    expect((await harness().rest('PATCH', path, { token, body: { name: 'x' } })).status).toBe(404);
  });

  it.each([
    [{ studies: [] }, 'studies must not be empty', 'studies'],
    [{ studies: Array.from({ length: 21 }, () => sma) }, 'studies must be at most 20', 'studies'],
    [{ studies: [{ ...sma, color: 'red' }] }, 'color must be a colour like #3b82f6', 'studies[0].color'],
    [
      { studies: [sma, { ...sma, parameters: { timeperiod: 0 } }] },
      /^timeperiod/,
      'studies[1].parameters.timeperiod',
    ],
    [{ studies: [sma, { ...sma, indicator_function: 'NONE' }] }, /NONE/, 'studies[1].indicator_function'],
    [{ name: ' ', studies: [sma] }, 'Name is required', 'name'],
  ])('refuses an invalid set with 400 and the place: %j', async (body, error, field) => {
    const refused = await save({ name: 'Trend', ...body });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ details: [{ field, message: refused.body.error }] });
    expect(refused.body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
    expect(await list()).toEqual({ study_sets: [], total: 0 });
  });

  it('rejects a second set of the same name, also if both are saved at the same time', async () => {
    expect(await race(() => save({ name: 'Trend', studies: [sma] }))).toEqual({ 201: 1, 409: 19 });
    const { body } = await save({ name: 'Momentum', studies: [sma] });
    const rename = (name: string) =>
      harness().rest('PATCH', `/study-sets/${body.id}`, { token, body: { name } });
    expect(await rename('Trend')).toMatchObject({
      status: 409,
      body: { error: 'You already have a set named "Trend"', code: 'CONFLICT' },
    });
    expect((await rename('Momentum')).status).toBe(200);
  });

  it('rejects the 51st set, also if several come at once', async () => {
    const names = Array.from({ length: 51 }, (_, index) => `Set ${index}`);
    const answers = await Promise.all(names.map((name) => save({ name, studies: [sma] })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'You have 50 sets of indicators, the maximum. Delete one first',
      code: 'CONFLICT',
    });
  });
});

describe('calculating a set of indicators', () => {
  const macd = { indicator_function: 'MACD', indicator_name: 'Quick', parameters: { fastperiod: 5 } };
  const sameAsSma = { ...sma, color: '#ff0000' };

  const calculate = (setId: unknown, stock_symbol: string) =>
    harness().rest('POST', `/study-sets/${setId}/calculate`, { token, body: { stock_symbol } });
  const indicators = async () =>
    (await harness().rest('GET', '/indicators/AAPL?data=false', { token })).body.indicators as {
      id: string;
      indicator_name: string;
      parameters: object;
    }[];

  beforeEach(async () => {
    await harness().addStock(token, 'AAPL');
  });

  it('calculates all indicators in one task, equal ones once', async () => {
    const { body } = await save({ name: 'Trend', studies: [sma, macd, sameAsSma] });
    const started = await calculate(body.id, ' aapl ');
    expect(started).toMatchObject({
      status: 202,
      body: { task_id: expect.any(String), message: 'Calculating Trend', stock_symbol: 'AAPL' },
    });
    const path = `/indicators/task/${started.body.task_id}`;
    const ended = await harness().waitForTask(path, token);
    const stored = await indicators();
    expect(stored).toHaveLength(2);
    const idOf = (name: string) => stored.find(({ indicator_name }) => indicator_name === name)?.id;
    const { body: bars } = await harness().rest('GET', '/stocks/AAPL/data', { token });
    const barCount = (bars.data as unknown[]).length;
    const first = {
      indicator_id: idOf('Simple Moving Average'),
      indicator_name: 'Simple Moving Average',
      rows: barCount - 49,
    };
    const all = [first, { indicator_id: idOf('Quick'), indicator_name: 'Quick', rows: barCount - 33 }];
    expect(ended).toMatchObject({
      status: 'SUCCESS',
      message: 'Trend was calculated',
      info: null,
      result: { ...first, indicators: all },
      error: null,
    });
    const anyTask = await harness().rest('GET', `/tasks/${started.body.task_id}`, { token });
    expect(anyTask.body).toMatchObject({
      kind: 'calculate-study-set',
      result: { ...first, indicators: all },
    });
  });

  it('keeps the ids of indicators that the stock has already', async () => {
    const request = { stock_symbol: 'AAPL', ta_indicator: 'SMA', parameters: { timeperiod: 50 } };
    await harness().calculate(token, request);
    const before = await indicators();
    const { body } = await save({ name: 'Trend', studies: [sma, macd] });
    for (let count = 0; count < 2; count += 1) {
      await harness().waitForTask(
        `/indicators/task/${(await calculate(body.id, 'AAPL')).body.task_id}`,
        token,
      );
    }
    const after = await indicators();
    expect(after).toHaveLength(2);
    expect(after.map(({ id }) => id)).toContain(before[0]?.id);
  });

  it('refuses the calculation for a stock with too few bars for one indicator, and stores none', async () => {
    const long = { indicator_function: 'SMA', parameters: { timeperiod: 100_000 } };
    const { body } = await save({ name: 'Trend', studies: [sma, long] });
    expect(await calculate(body.id, 'AAPL')).toMatchObject({
      status: 400,
      body: {
        error: expect.stringMatching(/^SMA with timeperiod 100000 needs at least 100000 bars, the stock has/),
      },
    });
    expect(await indicators()).toEqual([]);
  });

  it.each([
    ['an unknown set', { set: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11' }, 404, 'Set of indicators not found'],
    ['a stock that is not tracked', { symbol: 'MSFT' }, 404, 'Stock not found'],
    ['a blank symbol', { symbol: ' ' }, 400, 'No stock symbol provided'],
  ])('refuses %s', async (_, { set, symbol = 'AAPL' }: { set?: string; symbol?: string }, status, error) => {
    const { body } = await save({ name: 'Trend', studies: [sma] });
    expect(await calculate(set ?? body.id, symbol)).toMatchObject({ status, body: { error } });
  });

  it('refuses a set that exceeds the quota of indicators, also if they were added after the request', async () => {
    const { body: me } = await harness().rest('GET', '/auth/me', { token });
    const fill = (from: number, to: number): TestQuery<unknown> => sql`
      insert into calculated_indicator
        select gen_random_uuid(), ${me.id}, stock.id, 'SMA', 'SMA', jsonb_build_object('timeperiod', timeperiod),
          '{}', '', null, null, now()
        from stock, generate_series(${from}::int, ${to}::int) timeperiod where symbol = 'AAPL'
    `;
    const em = harness().services.database.fork();
    await fill(2, 98).execute(em.getKysely());
    const rsi = { indicator_function: 'RSI' };
    const { body } = await save({ name: 'Trend', studies: [sma, rsi, { ...rsi, indicator_name: 'Mine' }] });
    const started = await em.transactional(async (tx) => {
      await sql`select from stock where symbol = 'AAPL' for update`.execute(tx.getKysely());
      const requested = await calculate(body.id, 'AAPL');
      await fill(99, 99).execute(tx.getKysely());
      return requested;
    });
    const error = 'You have 98 indicators of AAPL, and the set adds 3: 100 are kept at most';
    const path = `/indicators/task/${started.body.task_id}`;
    expect(await harness().waitForTask(path, token)).toMatchObject({ status: 'FAILURE', error });
    expect(await calculate(body.id, 'AAPL')).toMatchObject({
      status: 409,
      body: { error, code: 'CONFLICT' },
    });
    expect(await indicators()).toHaveLength(98);
  });

  it('refuses a set that exceeds the quota of lines', async () => {
    const lines = Array.from({ length: 17 }, (_, index) => ({
      ...macd,
      parameters: { fastperiod: index + 2 },
    }));
    const first = await save({ name: 'First', studies: lines });
    await harness().waitForTask(
      `/indicators/task/${(await calculate(first.body.id, 'AAPL')).body.task_id}`,
      token,
    );
    const second = await save({
      name: 'Second',
      studies: lines.map((study) => ({ ...study, indicator_name: 'Other' })),
    });
    expect(await calculate(second.body.id, 'AAPL')).toMatchObject({
      status: 409,
      body: { error: 'Your indicators of AAPL would have more than 100 lines, the maximum: the set has 51' },
    });
  });
});
