import { expect, it } from 'vitest';
import { combineAccounts, combinedStatistics } from './combine.ts';

const series = (days: number[], equity: number[], buyAndHold: number[]) => ({
  days: Int32Array.from(days),
  equity: Float64Array.from(equity),
  buyAndHold: Float64Array.from(buyAndHold),
});

it('gives each stock an equal share, in cash before its first bar and unchanged after its last one', () => {
  const account = combineAccounts(1_000, 10, 15);
  account.add(series([10, 11, 13], [1_000, 1_100, 1_200], [1_000, 900, 800]));
  account.add(series([12, 13, 15], [1_000, 500, 2_000], [1_000, 1_500, 3_000]));
  // Shares at days 10, 11, 12, 13 and 15: 1, 1.1, 1.1, 1.2, 1.2 and 1, 1, 1, 0.5, 2.
  const { days, equity, buyAndHold } = account.series();
  expect([...days]).toEqual([10, 11, 12, 13, 15]);
  expect([...equity]).toEqual([1_000, 1_050, 1_050, 850, 1_600]);
  // 1, 0.9, 0.9, 0.8, 0.8 and 1, 1, 1, 1.5, 3.
  expect([...buyAndHold]).toEqual([1_000, 950, 950, 1_150, 1_900]);
});

it('keeps the series of a single stock', () => {
  const account = combineAccounts(100, 4, 6);
  account.add(series([4, 6], [100, 120], [100, 90]));
  expect(account.series()).toEqual(series([4, 6], [100, 120], [100, 90]));
});

it('measures the account by the formulas of a stock', () => {
  // Monday to Thursday; the returns are 10 %, 0 and −10 %.
  const found = combinedStatistics(series([4, 5, 6, 7], [100, 110, 110, 99], [100, 100, 100, 130]));
  expect(found.return_percent).toBeCloseTo(-1, 12);
  expect(found.buy_and_hold_return_percent).toBeCloseTo(30, 12);
  expect(found.max_drawdown_percent).toBeCloseTo(-10, 12);
  // V = (0.1² + 0 + 0.1²) / 2 = 0.01, (1 + G)² = 0.99^(2/3), A = 252.
  const growth = 0.99 ** (2 / 3);
  const volatility = Math.sqrt((0.01 + growth) ** 252 - growth ** 252);
  expect(found.volatility_ann_percent).toBeCloseTo(100 * volatility, 6);
  expect(found.sharpe_ratio).toBeCloseTo((0.99 ** (252 / 3) - 1) / volatility, 9);
});

it('has no ratio when the account never changes', () => {
  expect(combinedStatistics(series([4, 5, 6], [100, 100, 100], [100, 100, 100]))).toEqual({
    return_percent: 0,
    buy_and_hold_return_percent: 0,
    max_drawdown_percent: 0,
    volatility_ann_percent: 0,
    sharpe_ratio: null,
  });
});
