import { equityCurve, monthlyReturns } from '@stockbook/api/schemas';
import { sql } from '@stockbook/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBacktests } from '../support/with-backtests.ts';

const { files, get, run, backtestAt, trackingOf } = useBacktests();

/** Buys at the open of bar 2 and holds. */
const holding = { format: 'stockbook/1', entry: 'close > 0', max_bars: 5_000 };
const withoutCosts = { cash: 1_000, commission_percent: 0, spread_percent: 0, fractional: true };

const flatBar = ([date, price]: [string, number]) => `${date},${price},${price},${price},${price},1`;

describe('the stocks of a backtest as one account', () => {
  let token = '';
  let path = '';

  beforeAll(async () => {
    const { harness, putLines } = files();
    ({ token } = await harness.signUp());
    // From bar 2 on, the equity is 1,000 × close / 100: 1,000, 1,100, 1,200.
    const early: [string, number][] = [
      ['2024-01-30', 100],
      ['2024-01-31', 100],
      ['2024-02-01', 100],
      ['2024-02-02', 110],
      ['2024-03-01', 120],
    ];
    // From bar 2 on, the equity is 1,000 × close / 50: 1,000, 800, 1,200.
    const late: [string, number][] = [
      ['2024-02-01', 50],
      ['2024-02-02', 40],
      ['2024-02-05', 50],
      ['2024-03-01', 40],
      ['2024-03-04', 60],
    ];
    await putLines('EARLY', early.map(flatBar));
    await putLines('LATE', late.map(flatBar));
    for (const symbol of ['EARLY', 'LATE']) await harness.addStock(token, symbol);
    const ran = await run(token, holding, withoutCosts);
    expect(ran.task.status).toBe('SUCCESS');
    path = ran.path;
  });

  it('returns the equity of all stocks without a symbol, as JSON and as CSV', async () => {
    const { symbol, equity } = equityCurve.parse((await get(token, `${path}/equity`)).body);
    expect(symbol).toBeNull();
    expect(equity).toEqual(
      [
        ['2024-01-30', 1_000, 1_000],
        ['2024-01-31', 1_000, 1_000],
        ['2024-02-01', 1_000, 1_000],
        ['2024-02-02', 1_050, 950],
        ['2024-02-05', 1_050, 1_050],
        ['2024-03-01', 1_000, 1_000],
        ['2024-03-04', 1_200, 1_200],
      ].map(([date, value, holdings]) => ({
        date,
        equity: expect.closeTo(Number(value), 9),
        buy_and_hold: expect.closeTo(Number(holdings), 9),
      })),
    );
    const { text } = await get(token, `${path}/equity`, 'text/csv');
    expect(text.split('\r\n').slice(0, 2)).toEqual(['date,equity,buy_and_hold', '2024-01-30,1000,1000']);
  });

  it('measures the account, also for a backtest that an earlier version stored', async () => {
    const expected = {
      return_percent: expect.closeTo(20, 9),
      buy_and_hold_return_percent: expect.closeTo(20, 9),
      max_drawdown_percent: expect.closeTo((-100 * 50) / 1_050, 9),
      volatility_ann_percent: expect.closeTo(473_635.36094, 3),
      sharpe_ratio: expect.closeTo(0.446646, 6),
    };
    expect(await backtestAt(token, path)).toMatchObject({ combined: expected, median_symbol: 'EARLY' });
    const id = path.split('/').at(-1);
    await sql`update backtest set combined = null where id = ${id}`.execute(
      files().harness.services.database.fork().getKysely(),
    );
    expect(await backtestAt(token, path)).toMatchObject({ combined: expected });
  });

  it('returns the returns by month and year, of all stocks and of one, as JSON and as CSV', async () => {
    const read = async (query = '') =>
      monthlyReturns.parse((await get(token, `${path}/months${query}`)).body);
    const noMonths = Array.from({ length: 9 }, () => null);
    const year = (february: number, march: number) => ({
      year: 2024,
      months: [0, expect.closeTo(february, 9), expect.closeTo(march, 9), ...noMonths],
      return_percent: expect.closeTo(20, 9),
    });
    expect(await read()).toEqual({ symbol: null, years: [year(5, (100 * 150) / 1_050)] });
    expect(await read('?symbol=early')).toEqual({ symbol: 'EARLY', years: [year(10, 100 / 11)] });
    const { text, headers } = await get(token, `${path}/months?symbol=EARLY`, 'text/csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, line, ...rest] = text.split('\r\n');
    expect(header).toBe('year,jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec,return_percent');
    expect(line).toMatch(/^2024,0,10,9\.09\d+,,,,,,,,,,20$/);
    expect(rest).toEqual(['']);
    expect((await get(token, `${path}/months?symbol=NEVER`)).status).toBe(404);
  });
});

it('returns the only stock without a symbol', async () => {
  const { token, symbols } = await trackingOf([1, 2, 3, 6]);
  const { path } = await run(token, holding, withoutCosts);
  expect((await get(token, `${path}/equity`)).body.symbol).toBe(symbols[0]);
  expect((await get(token, `${path}/months`)).body.symbol).toBe(symbols[0]);
  const { combined, results, median_symbol } = await backtestAt(token, path);
  expect(combined?.return_percent).toBeCloseTo(results[0]?.statistics.return_percent ?? 0, 9);
  expect(median_symbol).toBe(symbols[0]);
});

it('has no combined account and no returns while a run has no results', async () => {
  const { token } = await trackingOf([1, 2, 3]);
  const { path } = await run(token, { ...holding, entry: 'sma(200) > 1' });
  expect(await backtestAt(token, path)).toMatchObject({ combined: null, median_symbol: null });
  expect((await get(token, `${path}/equity`)).status).toBe(404);
  expect((await get(token, `${path}/months`)).status).toBe(404);
});
