import { backtest, sweep } from '@stockbook/api/schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf, usePriceFiles } from '../support/with-price-files.ts';

const files = usePriceFiles();

const rules = {
  format: 'stockbook/1',
  entry: 'close > sma(2)',
  exit: 'close < sma(2)',
  max_bars: 3,
};
/** Waves of different lengths, 120 days. */
const closes = Array.from({ length: 120 }, (_, day) => 100 + 10 * Math.sin(day / 3) + day / 10);

let token = '';
let strategyId = '';

const post = (path: string, body: object) => files().harness.rest('POST', path, { token, body });
const get = async (path: string) => (await files().harness.rest('GET', path, { token })).body;

async function end({ task_id }: Record<string, unknown>) {
  return files().harness.waitForTask(`/strategies/task/${task_id}`, token);
}

async function runSweep(body: object) {
  const started = await post(`/strategies/${strategyId}/sweeps`, body);
  expect(started.status).toBe(202);
  const task = await end(started.body);
  return { task, found: sweep.parse(await get(`/sweeps/${started.body.sweep_id}`)) };
}

/** The summary of a backtest of these rules. */
async function summaryOf(changed: object, settings: object) {
  const { body } = await post('/strategies', { name: 'one row', rules: { ...rules, ...changed } });
  const started = await post(`/strategies/${body.id}/backtests`, { settings });
  await end(started.body);
  return backtest.parse(await get(`/backtests/${started.body.backtest_id}`)).summary;
}

beforeAll(async () => {
  const { harness, put } = files();
  ({ token } = await harness.signUp());
  await put('WAVE', closes);
  await put('LATE', closes.slice(0, 60));
  await harness.addStock(token, 'WAVE');
  await harness.addStock(token, 'LATE');
  strategyId = String((await post('/strategies', { name: 'swept', rules })).body.id);
});

describe('a sweep', () => {
  it('has a row per combination, with the summaries of backtests before and from the split date', async () => {
    const { task, found } = await runSweep({
      ranges: [
        { numbers: ['entry[0]', 'exit[0]'], from: 2, to: 4, step: 2 },
        { numbers: ['max_bars'], from: 2, to: 6, step: 3 },
      ],
      settings: { cash: 5_000 },
    });
    expect(task).toMatchObject({
      status: 'SUCCESS',
      result: { sweep_id: found.id, backtest_id: null, stocks: 2 },
    });
    // 119 days × 70 %, rounded up.
    const splitDate = dayOf(84);
    expect(found).toMatchObject({
      strategy_id: strategyId,
      status: 'SUCCESS',
      rules,
      settings: { cash: 5_000, size_percent: 100 },
      out_of_sample_percent: 30,
      split_date: splitDate,
      total: 4,
    });
    expect(found.rows.map(({ values }) => values)).toEqual([
      [2, 2],
      [2, 5],
      [4, 2],
      [4, 5],
    ]);
    const changed = { entry: 'close > sma(4)', exit: 'close < sma(4)', max_bars: 2 };
    const settings = { cash: 5_000 };
    expect(found.rows[2]).toEqual({
      values: [4, 2],
      in_sample: await summaryOf(changed, { ...settings, until: dayOf(83) }),
      out_of_sample: await summaryOf(changed, { ...settings, since: splitDate }),
    });
    expect(found.rows[2]?.in_sample?.stocks).toBe(2);
    expect(found.rows[2]?.out_of_sample?.stocks).toBe(1);
  });

  it('has no last part with 0 percent', async () => {
    const { found } = await runSweep({
      ranges: [{ numbers: ['stop_loss_percent'], from: 0.5, to: 0.7, step: 0.1 }],
      out_of_sample_percent: 0,
    });
    expect(found.split_date).toBeNull();
    expect(found.rows.map(({ values, out_of_sample }) => [...values, out_of_sample])).toEqual([
      [0.5, null],
      [0.6, null],
      [0.7, null],
    ]);
    expect(found.rows[1]?.in_sample).toEqual(await summaryOf({ stop_loss_percent: 0.6 }, {}));
  });

  it('fails when each stock has too few bars for each setting', async () => {
    const { task, found } = await runSweep({
      ranges: [{ numbers: ['entry[0]'], from: 200, to: 300, step: 50 }],
    });
    const error = 'None of the stocks has enough bars for this strategy';
    expect(task).toMatchObject({ status: 'FAILURE', error });
    expect(found).toMatchObject({ status: 'FAILURE', error, rows: [], total: 3 });
  });

  it('lists a sweep without its rows', async () => {
    const { sweeps, total } = await get(`/strategies/${strategyId}/sweeps`);
    expect(total).toBe(3);
    expect(sweeps).toMatchObject([{ total: 3 }, { total: 3 }, { total: 4 }]);
  });
});

describe('a request for a sweep', () => {
  const range = { numbers: ['entry[0]'], from: 2, to: 4, step: 1 };

  it.each([
    [[range, range, range], 'Name one or two ranges'],
    [[{ ...range, from: 5 }], 'from must not be larger than to'],
    [[{ ...range, step: 0 }], 'step must be above 0'],
    [[{ ...range, to: 503 }], 'This sweep has 502 combinations, at most 500 are possible'],
    [
      [{ ...range, to: 4.5, step: 0.5 }],
      'entry[0] (timeperiod of SMA) must be a whole number from 2 to 100,000',
    ],
    [[{ ...range, from: 1 }], 'entry[0] (timeperiod of SMA) must be a whole number from 2 to 100,000'],
    [[{ ...range, to: 6_000, step: 5_998 }], '6000: This looks back 5,999 bars'],
    [[{ ...range, numbers: ['entry[1]'] }], 'This strategy has no number entry[1]'],
    [[{ ...range, numbers: ['cash'] }], 'This strategy has no number cash'],
    [[{ ...range, numbers: ['entry[00]'] }], 'This strategy has no number entry[00]'],
    [[range, range], 'entry[0] is named twice'],
    [
      [{ numbers: ['stop_loss_percent'], from: 90, to: 100, step: 1 }],
      'stop_loss_percent must be a number above 0 and below 100',
    ],
    [
      [{ numbers: ['take_profit_percent'], from: 0.01, to: 5, step: 1 }],
      'take_profit_percent must be larger than spread_percent',
    ],
  ])('rejects a sweep with the ranges %j', async (ranges, message) => {
    const { status, body } = await post(`/strategies/${strategyId}/sweeps`, { ranges });
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
  });
});
