import { describe, expect, it } from 'vitest';
import type { ClosedTrade, Trade } from '../../src/simulate/account.ts';
import { defaultSettings } from '../../src/simulate/settings.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { statisticNames, statistics } from '../../src/simulate/statistics/statistics.ts';
import { dailyBars, decisionsAt, type Prices } from './daily-bars.ts';

const flat = (price: number): Prices => [price, price, price, price];

/** The statistics of an account with this equity at each close. */
function ofEquity(
  equity: readonly number[],
  {
    closes = equity.map(() => 100),
    trades = [],
    firstDate,
  }: { closes?: number[]; trades?: Trade[]; firstDate?: string } = {},
) {
  return statistics(dailyBars(closes.map(flat), firstDate ? { firstDate } : {}), {
    trades,
    equity: Float64Array.from(equity),
    firstDecision: 1,
    droppedOrders: 0,
    orders: new Uint8Array(),
    pending: null,
  });
}

/** A closed trade of 10 shares bought at 100. */
function trade(entry_bar: number, exit_bar: number, exit_price: number, commission = 0): ClosedTrade {
  const profit = 10 * (exit_price - 100) - commission;
  return {
    entry_bar,
    entry_price: 100,
    size: 10,
    exit_bar,
    exit_price,
    profit,
    return_percent: profit / 10,
    commission,
    reason: 'exit',
  };
}

/** The statistics of closed trades in a run of ten bars. */
const ofTrades = (...trades: Trade[]) => ofEquity(new Array<number>(10).fill(1_000), { trades });

it('has thirty names', () => {
  expect(new Set(statisticNames).size).toBe(30);
});

describe('returns', () => {
  it('compares the account with buy-and-hold', () => {
    const result = ofEquity([1_000, 1_100, 990, 1_210], { closes: [50, 40, 60, 55] });
    expect(result.equity_final).toBe(1_210);
    expect(result.equity_peak).toBe(1_210);
    expect(result.duration_days).toBe(3);
    expect(result.return_percent).toBe(21);
    expect(result.buy_and_hold_return_percent).toBe(10);
  });

  it('annualises with 252 bars when few bars fall on weekends', () => {
    // Five bars from a Monday; 1,000 → 1,100 in four steps.
    const result = ofEquity([1_000, 1_050, 1_020, 1_080, 1_100], { firstDate: '2024-01-01' });
    expect(result.return_ann_percent).toBeCloseTo(100 * (1.1 ** 63 - 1), 6);
    expect(result.cagr_percent).toBeCloseTo(100 * (1.1 ** (365.25 / 4) - 1), 4);
  });

  it('annualises with 365 bars when more than 6 of 35 bars fall on weekends', () => {
    // Five bars from a Saturday.
    const result = ofEquity([1_000, 1_050, 1_020, 1_080, 1_100], { firstDate: '2024-01-06' });
    expect(result.return_ann_percent).toBeCloseTo(100 * (1.1 ** (365 / 4) - 1), 4);
  });

  it('annualises with 252 bars when exactly 6 of 35 bars fall on weekends', () => {
    const equity = Array.from({ length: 35 }, (_, bar) => 1_000 + bar);
    const bars = dailyBars(equity.map(flat));
    // 29 Mondays and 6 Saturdays.
    const day = bars.day.map((consecutive, bar) => consecutive + 6 * bar + (bar < 29 ? 0 : 5));
    const result = statistics(
      { ...bars, day },
      {
        trades: [],
        equity: bars.close,
        firstDecision: 1,
        droppedOrders: 0,
        orders: new Uint8Array(),
        pending: null,
      },
    );
    expect(result.return_ann_percent).toBeCloseTo(100 * (1.034 ** (252 / 34) - 1), 8);
  });

  it('recognises weekends before 1970', () => {
    expect(ofEquity([1_000, 1_000, 1_100], { firstDate: '1969-12-26' }).return_ann_percent).toBeCloseTo(
      100 * (1.1 ** (365 / 2) - 1),
      1,
    );
    expect(ofEquity([1_000, 1_000, 1_100], { firstDate: '1969-12-29' }).return_ann_percent).toBeCloseTo(
      100 * (1.1 ** (252 / 2) - 1),
      4,
    );
  });

  it('derives volatility, Sharpe and Sortino ratio from the daily returns', () => {
    const result = ofEquity([1_000, 1_010, 1_000, 1_005], { firstDate: '2024-01-01' });
    const loss = 1_000 / 1_010 - 1;
    const average = (0.01 + loss + 0.005) / 3;
    const variance = [0.01, loss, 0.005].reduce((sum, value) => sum + (value - average) ** 2, 0) / 2;
    const growth = 1.005 ** (1 / 3);
    const annualReturn = growth ** 252 - 1;
    const volatility = Math.sqrt((variance + growth ** 2) ** 252 - growth ** 504);
    expect(result.volatility_ann_percent).toBeCloseTo(100 * volatility, 8);
    expect(result.sharpe_ratio).toBeCloseTo(annualReturn / volatility, 8);
    const downside = Math.sqrt(loss ** 2 / 3);
    expect(result.sortino_ratio).toBeCloseTo(annualReturn / (downside * Math.sqrt(252)), 8);
    expect(result.calmar_ratio).toBeCloseTo(annualReturn / (1 - 1_000 / 1_010), 8);
  });

  it('returns beta 1 and alpha 0 for an account that moves with the price', () => {
    const result = ofEquity([1_000, 1_100, 900, 950], { closes: [100, 110, 90, 95] });
    expect(result.beta).toBeCloseTo(1, 12);
    expect(result.alpha_percent).toBeCloseTo(0, 12);
  });

  it('has null for ratios and 0 for returns when the equity is constant', () => {
    expect(ofEquity([0.1, 0.1, 0.1, 0.1], { closes: [100, 110, 90, 95] })).toMatchObject({
      return_ann_percent: 0,
      volatility_ann_percent: 0,
      cagr_percent: 0,
      sharpe_ratio: null,
      sortino_ratio: null,
      calmar_ratio: null,
      beta: 0,
      alpha_percent: 0,
    });
  });

  it('has null for beta and alpha when the price is constant', () => {
    expect(ofEquity([1_000, 1_100, 900])).toMatchObject({ beta: null, alpha_percent: null });
  });

  it('has null for the volatility and beta of a single return', () => {
    expect(ofEquity([1_000, 1_100], { closes: [100, 110] })).toMatchObject({
      volatility_ann_percent: null,
      sharpe_ratio: null,
      beta: null,
    });
  });

  it('counts the returns up to the ruin and takes 0 as mean growth', () => {
    const result = ofEquity([1_000, 500, 0, 0, 0], {
      closes: [100, 50, 20, 20, 20],
      firstDate: '2024-01-01',
    });
    // Returns −0.5 and −1: their variance is 0.125, the mean of their squares 0.625.
    expect((result.volatility_ann_percent ?? 0) / (100 * Math.sqrt(1.125 ** 252 - 1))).toBeCloseTo(1, 12);
    expect(result).toMatchObject({
      equity_final: 0,
      return_percent: -100,
      return_ann_percent: 0,
      cagr_percent: -100,
      sharpe_ratio: 0,
      sortino_ratio: 0,
      calmar_ratio: 0,
      beta: null,
      alpha_percent: null,
      max_drawdown_percent: -100,
    });
  });
});

describe('drawdowns', () => {
  it('measures the stretches below the peak', () => {
    // Below the peak from bar 1 to 4 (10 %, 3 days) and from bar 4 to the last bar (25 %, 2 days).
    expect(ofEquity([100, 110, 99, 104.5, 120, 108, 90])).toMatchObject({
      max_drawdown_percent: -25,
      avg_drawdown_percent: expect.closeTo(-17.5, 10),
      max_drawdown_days: 3,
      avg_drawdown_days: 3,
    });
  });

  it('returns 0 and not −0 for an account that never falls', () => {
    expect(ofEquity([100, 110, 120]).max_drawdown_percent).toBe(0);
  });

  it('has null for the mean and the durations when no stretch has a bar in between', () => {
    expect(ofEquity([100, 110, 120, 108])).toMatchObject({
      max_drawdown_percent: expect.closeTo(-10, 10),
      avg_drawdown_percent: null,
      max_drawdown_days: null,
      avg_drawdown_days: null,
    });
  });

  it('includes the last bar in the depth of a stretch', () => {
    expect(ofEquity([100, 90, 50]).avg_drawdown_percent).toBe(-50);
  });
});

describe('trades', () => {
  it('measures the closed trades', () => {
    // Profits 190, −105, −10 and 40 of 1,000 each.
    const result = ofTrades(trade(1, 3, 120, 10), trade(4, 4, 90, 5), trade(5, 6, 99), trade(7, 9, 104));
    expect(result).toMatchObject({
      trades: 4,
      commissions: 15,
      exposure_time_percent: 90,
      win_rate_percent: 50,
      best_trade_percent: expect.closeTo(19, 10),
      worst_trade_percent: expect.closeTo(-10.5, 10),
      avg_trade_percent: expect.closeTo(100 * ((1.19 * 0.895 * 0.99 * 1.04) ** 0.25 - 1), 10),
      max_trade_days: 2,
      avg_trade_days: 2,
      profit_factor: expect.closeTo(0.23 / 0.115, 10),
      expectancy_percent: expect.closeTo(2.875, 10),
      kelly_criterion: expect.closeTo(0.5 - 0.5 / (115 / 57.5), 10),
    });
    const mean = 28.75;
    const squares = [190, -105, -10, 40].reduce((sum, profit) => sum + (profit - mean) ** 2, 0);
    expect(result.sqn).toBeCloseTo((2 * mean) / Math.sqrt(squares / 3), 10);
  });

  it('has null for the trade statistics, and 0 trades and commissions, without a closed trade', () => {
    expect(ofTrades()).toMatchObject({
      trades: 0,
      commissions: 0,
      exposure_time_percent: 0,
      win_rate_percent: null,
      best_trade_percent: null,
      worst_trade_percent: null,
      avg_trade_percent: null,
      max_trade_days: null,
      avg_trade_days: null,
      profit_factor: null,
      expectancy_percent: null,
      sqn: null,
      kelly_criterion: null,
    });
  });

  it('has null for profit factor and Kelly criterion when no trade loses', () => {
    expect(ofTrades(trade(1, 2, 110), trade(3, 4, 105))).toMatchObject({
      win_rate_percent: 100,
      profit_factor: null,
      kelly_criterion: null,
    });
  });

  it('has 0 for the profit factor and null for the Kelly criterion when no trade wins', () => {
    expect(ofTrades(trade(1, 2, 90), trade(3, 4, 95))).toMatchObject({
      win_rate_percent: 0,
      profit_factor: 0,
      kelly_criterion: null,
    });
  });

  it('has null for the SQN of one trade and of equal trades', () => {
    expect(ofTrades(trade(1, 2, 110.1)).sqn).toBeNull();
    expect(ofTrades(trade(1, 2, 110.1), trade(3, 4, 110.1), trade(5, 6, 110.1)).sqn).toBeNull();
  });

  it('has 0 for the mean trade when a trade loses everything', () => {
    expect(ofTrades(trade(1, 2, 0), trade(3, 4, 150)).avg_trade_percent).toBe(0);
  });

  it('counts an open trade in the exposure and the equity only', () => {
    const bars = dailyBars([100, 100, 100, 110, 120].map(flat));
    const limits = { stop_loss_percent: null, take_profit_percent: null, max_bars: null };
    const settings = { ...defaultSettings, spread_percent: 0, commission_percent: 0 };
    const result = statistics(bars, simulate(bars, decisionsAt(5, [1]), limits, settings));
    expect(result).toMatchObject({
      trades: 0,
      exposure_time_percent: 60,
      return_percent: 20,
      win_rate_percent: null,
    });
  });
});
