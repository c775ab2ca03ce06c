import { at } from '../../column.ts';
import type { ClosedTrade } from '../account.ts';
import { mean, variance } from './moments.ts';

/** The formulas are in docs/backtests.md. A value that is not defined is NaN or infinite. */
export function measureTrades(day: Int32Array, trades: readonly ClosedTrade[]) {
  const profits = new Float64Array(trades.map(({ profit }) => profit));
  const returns = new Float64Array(trades.map(({ return_percent }) => return_percent / 100));
  const days = new Float64Array(
    trades.map(({ entry_bar, exit_bar }) => at(day, exit_bar) - at(day, entry_bar)),
  );
  const winRate = share(profits, isGain);
  return {
    commissions: total(new Float64Array(trades.map(({ commission }) => commission))),
    trades: trades.length,
    win_rate_percent: 100 * winRate,
    best_trade_percent: 100 * maximum(returns),
    worst_trade_percent: -100 * maximum(returns.map((value) => -value)),
    avg_trade_percent: 100 * geometricMean(returns),
    max_trade_days: maximum(days),
    avg_trade_days: Math.ceil(total(days) / days.length),
    profit_factor: total(returns.filter(isGain)) / -total(returns.filter(isLoss)),
    expectancy_percent: 100 * mean(returns),
    sqn: (Math.sqrt(trades.length) * mean(profits)) / Math.sqrt(variance(profits)),
    kelly_criterion: winRate - (1 - winRate) / (mean(profits.filter(isGain)) / -mean(profits.filter(isLoss))),
  };
}

function isGain(value: number): boolean {
  return value > 0;
}

function isLoss(value: number): boolean {
  return value < 0;
}

function share(values: Float64Array, matches: (value: number) => boolean): number {
  return values.filter(matches).length / values.length;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** −Infinity without values. */
function maximum(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

/** The mean growth of compounded returns, minus 1. 0 if a return loses everything. */
function geometricMean(returns: Float64Array): number {
  if (returns.some((value) => value <= -1)) return 0;
  return Math.expm1(mean(returns.map(Math.log1p)));
}
