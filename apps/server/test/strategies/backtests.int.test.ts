import { equityCurve, type TradeList, tradeList } from '@stockbook/api/schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleRules, useBacktests } from '../support/with-backtests.ts';
import { dayOf } from '../support/with-price-files.ts';

const { files, get, run, backtestAt, trackingOf } = useBacktests();

/** The example of docs/backtests.md. */
const exampleLines = [
  '2024-01-01,100,101,99,100,1',
  '2024-01-02,100,102,99,101,1',
  '2024-01-03,101,103,100,102,1',
  '2024-01-04,103,104,101,103,1',
  '2024-01-05,103,105,102,104,1',
  '2024-01-08,105,112,104,108,1',
  '2024-01-09,109,110,106,109,1',
  '2024-01-10,101,103,100,102,1',
  '2024-01-11,102,106,101,105,1',
  '2024-01-12,106,107,103,104,1',
];

describe('a backtest', () => {
  let token = '';
  let ran: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    const { harness, putLines } = files();
    ({ token } = await harness.signUp());
    await putLines('TEN', exampleLines);
    await harness.addStock(token, 'TEN');
    ran = await run(token, exampleRules);
  });

  it('gives the results of the example in the documentation', async () => {
    expect(ran.task).toMatchObject({ status: 'SUCCESS' });
    const found = await backtestAt(token, ran.path);
    expect(found).toMatchObject({
      strategy_id: ran.strategyId,
      rules: exampleRules,
      settings: { cash: 10_000, commission_percent: 0.1, spread_percent: 0.05, since: null },
      status: 'SUCCESS',
      error: null,
      is_stale: false,
      skipped: [],
      results: [
        {
          symbol: 'TEN',
          start: '2024-01-01',
          end: '2024-01-12',
          dropped_orders: 0,
          pending: 'exit',
          warnings: [],
        },
      ],
    });
    const { statistics } = found.results[0] ?? {};
    expect(statistics?.equity_final).toBeCloseTo(9_661.65, 2);
    expect(statistics?.max_drawdown_percent).toBeCloseTo(-9.382, 3);
    expect(statistics?.trades).toBe(2);
    expect(found.summary).toEqual({
      stocks: 1,
      trades: 2,
      return_percent: statistics?.return_percent,
      buy_and_hold_return_percent: statistics?.buy_and_hold_return_percent,
      max_drawdown_percent: statistics?.max_drawdown_percent,
      exposure_time_percent: statistics?.exposure_time_percent,
      sharpe_ratio: statistics?.sharpe_ratio,
      win_rate_percent: statistics?.win_rate_percent,
    });
  });

  it('lists its trades as JSON and as CSV', async () => {
    const { trades, total } = tradeList.parse((await get(token, `${ran.path}/trades`)).body);
    expect(total).toBe(3);
    expect(trades).toMatchObject([
      { symbol: 'TEN', entry_bar: 3, entry_date: '2024-01-04', exit_bar: 5, size: 96, reason: 'take_profit' },
      { entry_bar: 6, exit_date: '2024-01-10', exit_price: 101, reason: 'stop' },
      {
        entry_bar: 9,
        entry_date: '2024-01-12',
        exit_bar: null,
        exit_date: null,
        profit: null,
        reason: 'open',
      },
    ]);
    const { text, headers } = await get(token, `${ran.path}/trades?symbol=ten`, 'text/csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      'symbol,entry_bar,entry_date,entry_price,exit_bar,exit_date,exit_price,size,profit,return_percent,commission,reason',
    );
    expect(lines.slice(1)).toEqual([
      ...trades.map((trade: TradeList['trades'][number]) => Object.values(trade).join(',')),
      '',
    ]);
  });

  it('returns a page of the trades', async () => {
    const { body } = await get(token, `${ran.path}/trades?limit=1&offset=1`);
    expect(body).toMatchObject({ trades: [{ entry_bar: 6 }], total: 3 });
  });

  it('returns the equity beside buy-and-hold, from bar W on', async () => {
    const { symbol, equity } = equityCurve.parse((await get(token, `${ran.path}/equity`)).body);
    expect(symbol).toBe('TEN');
    expect(equity).toHaveLength(10);
    expect(equity[0]).toEqual({ date: '2024-01-01', equity: 10_000, buy_and_hold: 10_000 });
    expect(equity[3]?.equity).toBeCloseTo(9_985.16, 2);
    expect(equity[9]).toMatchObject({ date: '2024-01-12' });
    expect(equity[9]?.buy_and_hold).toBeCloseTo((10_000 * 104) / 101, 9);
    const { text } = await get(token, `${ran.path}/equity`, 'text/csv');
    expect(text.split('\r\n').slice(0, 2)).toEqual(['date,equity,buy_and_hold', '2024-01-01,10000,10000']);
  });

  it('lists a backtest without its results', async () => {
    const { body } = await get(token, `/strategies/${ran.strategyId}/backtests/`);
    const { results: _, combined: __, median_symbol: ___, ...listed } = await backtestAt(token, ran.path);
    expect(body).toEqual({ backtests: [listed], total: 1 });
  });

  it('names itself in its task', async () => {
    expect((await get(token, `/strategies/task/${ran.started.task_id}`)).body).toMatchObject({
      status: 'SUCCESS',
      info: null,
      result: { backtest_id: ran.started.backtest_id, sweep_id: null, stocks: 1 },
      error: null,
    });
  });

  it('does not change when the strategy does, and is stale when the prices do', async () => {
    const { harness, putLines } = files();
    await harness.rest('PATCH', `/strategies/${ran.strategyId}`, {
      token,
      body: { rules: { ...exampleRules, max_bars: 3 } },
    });
    const before = await backtestAt(token, ran.path);
    expect(before).toMatchObject({ rules: exampleRules, is_stale: false });
    await putLines('TEN', [...exampleLines, '2024-01-15,104,105,103,104,1']);
    await harness.refresh(token, 'TEN');
    expect(await backtestAt(token, ran.path)).toEqual({ ...before, is_stale: true });
  });
});

it('lists many trades as one list, and pages of it, as JSON and as CSV', async () => {
  const { harness, putLines } = files();
  const { token } = await harness.signUp();
  // Up and down in turns: a trade every other day.
  const lines = Array.from({ length: 1_000 }, (_, day) => {
    const price = day % 2 === 0 ? 100 : 110;
    return `${dayOf(day)},${price},${price + 1},${price - 1},${price},1`;
  });
  for (const symbol of ['ONE', 'TWO']) {
    await putLines(symbol, lines);
    await harness.addStock(token, symbol);
  }
  const rules = { format: 'stockbook/1', entry: 'close > close[1]', exit: 'close < close[1]' };
  const { path } = await run(token, rules);
  const read = async (query: string) => tradeList.parse((await get(token, `${path}/trades${query}`)).body);
  const { trades, total } = await read('');
  expect(trades.length).toBe(total);
  expect(total).toBeGreaterThan(900);
  const ofFirst = trades.filter(({ symbol }) => symbol === 'ONE').length;
  expect(await read(`?limit=10&offset=${ofFirst - 5}`)).toEqual({
    trades: trades.slice(ofFirst - 5, ofFirst + 5),
    total,
  });
  const csv = await harness.rest('GET', `${path}/trades`, { token, headers: { accept: 'text/csv' } });
  const rows = csv.text.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(0, 3).join())).toEqual(
    trades.map(({ symbol, entry_bar, entry_date }) => [symbol, entry_bar, entry_date].join()),
  );
});

describe('the stocks of a backtest', () => {
  it('simulates the stocks of the scope, by symbol, and skips the others with their reasons', async () => {
    const closes = [1, 2, 3, 2, 3, 4, 3, 2];
    const { token, symbols } = await trackingOf(closes, [1, 2, 3], closes);
    const [first, short = '', last = ''] = symbols;
    const scope = { symbols: [last, short.toLowerCase(), 'NEVER', first] };
    const { path } = await run(token, { ...exampleRules, entry: 'sma(3) > 1', scope });
    const found = await backtestAt(token, path);
    expect(found.results.map(({ symbol }) => symbol)).toEqual([first, last]);
    expect(found.skipped).toEqual([
      { symbol: short, reason: `This strategy needs 4 bars, ${short} has 3` },
      { symbol: 'NEVER', reason: 'NEVER is not on your watch list' },
    ]);
    expect(found.summary?.stocks).toBe(2);
    expect((await get(token, `${path}/equity?symbol=${last}`)).body).toMatchObject({ symbol: last });
    expect((await get(token, `${path}/trades?symbol=NEVER`)).status).toBe(404);
  });

  it('simulates the favorites on request', async () => {
    const { token, symbols } = await trackingOf([1, 2, 3], [3, 2, 1]);
    const [favorite] = symbols;
    await files().harness.rest('PATCH', `/stocks/${favorite}`, { token, body: { is_favorite: true } });
    const { path } = await run(token, { ...exampleRules, scope: { favorites: true } });
    const { results, skipped } = await backtestAt(token, path);
    expect([results.map(({ symbol }) => symbol), skipped]).toEqual([[favorite], []]);
  });

  it('fails the run when each stock has too few bars', async () => {
    const { token, symbols } = await trackingOf([1, 2, 3]);
    const { task, path } = await run(token, { ...exampleRules, entry: 'sma(200) > 1' });
    expect(task).toMatchObject({
      status: 'FAILURE',
      message: 'None of the stocks has enough bars for this strategy',
    });
    expect(await backtestAt(token, path)).toMatchObject({
      status: 'FAILURE',
      error: 'None of the stocks has enough bars for this strategy',
      summary: null,
      results: [],
      skipped: [{ reason: `This strategy needs 201 bars, ${symbols[0]} has 3` }],
    });
  });

  it('fails the run when there are no stocks', async () => {
    const { token } = await files().harness.signUp();
    const { task } = await run(token, exampleRules);
    expect(task).toMatchObject({ status: 'FAILURE', message: 'This strategy has no stocks to run on' });
  });
});

describe('the bars of a backtest', () => {
  it('simulates the bars from since to until, and calculates indicators with the bars before', async () => {
    const { token } = await trackingOf([5, 4, 3, 4, 5, 6, 5, 4]);
    const { path } = await run(
      token,
      { ...exampleRules, entry: 'close > close[3]' },
      { since: dayOf(4), until: dayOf(6) },
    );
    const { results } = await backtestAt(token, path);
    expect(results).toMatchObject([{ start: dayOf(4), end: dayOf(6) }]);
    const { body } = await get(token, `${path}/trades`);
    expect(body.trades).toMatchObject([{ entry_bar: 2, entry_date: dayOf(6) }]);
  });
});

describe('the warnings of a backtest', () => {
  it('warns that the entry rule never became true', async () => {
    const { token } = await trackingOf([1, 2, 3]);
    const { path } = await run(token, { ...exampleRules, entry: 'close > 100' });
    const { results } = await backtestAt(token, path);
    expect(results[0]?.warnings).toEqual(['The entry rule never became true.']);
    expect(results[0]?.statistics).toMatchObject({ trades: 0, commissions: 0, win_rate_percent: null });
  });

  it('warns that the cash does not buy one share, in the currency of the stock', async () => {
    const { token, symbols } = await trackingOf([10_001, 10_002, 10_003, 10_004]);
    const { harness, put } = files();
    await put('005930.KS', [70_000, 70_100, 70_200, 70_300]);
    await harness.addStock(token, '005930.KS');
    const { path } = await run(token, exampleRules);
    expect((await backtestAt(token, path)).results).toMatchObject([
      {
        dropped_orders: 1,
        warnings: ['10,000 KRW does not buy one share of 005930.KS.'],
      },
      {
        dropped_orders: 1,
        pending: 'entry',
        warnings: [`10,000 does not buy one share of ${symbols[0]}.`],
      },
    ]);
  });

  it.each([
    [
      'purchases that were dropped beside others',
      [100, 100, 101, 101, 99, 99, 11_000, 11_001, 11_002, 11_003],
      {},
      '3 of 4 purchases were dropped: the cash did not buy one share. Turn on Fractions of shares.',
    ],
    [
      'a purchase that was dropped beside another, which is still open',
      [11_000, 11_000, 11_001, 11_000, 100, 101, 102],
      {},
      '1 of 2 purchases was dropped: the cash did not buy one share. Turn on Fractions of shares.',
    ],
    [
      'purchases that a fixed commission prevented although fractions of shares are traded',
      [100, 100, 101, 101, 99, 99, 100, 100],
      { fractional: true, cash: 100, commission_fixed: 40 },
      '1 of 2 purchases was dropped: the cash did not buy one share.',
    ],
  ])('warns of %s by their number', async (_, closes, settings, warning) => {
    const { token } = await trackingOf(closes);
    const rules = { ...exampleRules, stop_loss_percent: null, take_profit_percent: null };
    const { path } = await run(token, rules, settings);
    expect((await backtestAt(token, path)).results[0]?.warnings).toEqual([warning]);
  });
});
