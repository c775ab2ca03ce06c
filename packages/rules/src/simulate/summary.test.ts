import { expect, it } from 'vitest';
import { type Statistics, statisticNames } from './statistics/statistics.ts';
import { summarize } from './summary.ts';

const stock = (values: Partial<Statistics>): Statistics => ({
  ...(Object.fromEntries(statisticNames.map((name) => [name, 1])) as Statistics),
  ...values,
});

it('equals the statistics of a single stock', () => {
  const values = { trades: 7, return_percent: 12.3, sharpe_ratio: null, max_drawdown_percent: -4 };
  expect(summarize([stock(values)])).toEqual({
    stocks: 1,
    buy_and_hold_return_percent: 1,
    exposure_time_percent: 1,
    win_rate_percent: 1,
    ...values,
  });
});

it('takes medians over the stocks that have a value', () => {
  const stocks = [
    stock({ trades: 2, return_percent: 30, sharpe_ratio: 2, win_rate_percent: null }),
    stock({ trades: 0, return_percent: -10, sharpe_ratio: null, win_rate_percent: null }),
    stock({ trades: 5, return_percent: 100, sharpe_ratio: 1, win_rate_percent: null }),
  ];
  expect(summarize(stocks)).toMatchObject({
    stocks: 3,
    trades: 7,
    return_percent: 30,
    sharpe_ratio: 1.5,
    win_rate_percent: null,
  });
});

it('returns null without stocks', () => {
  expect(summarize([])).toBeNull();
});
