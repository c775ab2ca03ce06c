import { at } from '../../column.ts';
import type { ClosedTrade, Trade } from '../account.ts';
import type { DailyBars } from '../bars.ts';
import { buyAndHoldReturn } from '../buy-and-hold.ts';
import type { Simulation } from '../simulate.ts';
import { measureDrawdowns } from './drawdowns.ts';
import { measureReturns } from './returns.ts';
import { measureTrades } from './trades.ts';

/** In the order of docs/backtests.md. */
export const statisticNames = [
  'duration_days',
  'exposure_time_percent',
  'equity_final',
  'equity_peak',
  'commissions',
  'return_percent',
  'buy_and_hold_return_percent',
  'return_ann_percent',
  'volatility_ann_percent',
  'cagr_percent',
  'sharpe_ratio',
  'sortino_ratio',
  'calmar_ratio',
  'alpha_percent',
  'beta',
  'max_drawdown_percent',
  'avg_drawdown_percent',
  'max_drawdown_days',
  'avg_drawdown_days',
  'trades',
  'win_rate_percent',
  'best_trade_percent',
  'worst_trade_percent',
  'avg_trade_percent',
  'max_trade_days',
  'avg_trade_days',
  'profit_factor',
  'expectancy_percent',
  'sqn',
  'kelly_criterion',
] as const;

export type StatisticName = (typeof statisticNames)[number];

/** Null if a formula divides by zero, averages nothing or is not finite. */
export type Statistics = Record<StatisticName, number | null>;

/** The statistics of a simulation over all of its bars. The formulas are in docs/backtests.md. */
export function statistics(bars: DailyBars, { equity, trades, firstDecision }: Simulation): Statistics {
  const { day } = bars;
  const count = day.length;
  const cash = at(equity, 0);
  const equityFinal = at(equity, count - 1);
  const returnPercent = (100 * (equityFinal - cash)) / cash;
  const buyAndHoldPercent = 100 * buyAndHoldReturn(bars, firstDecision);
  const returns = measureReturns(bars, equity);
  const drawdowns = measureDrawdowns(day, equity);
  return nullIfUndefined({
    duration_days: at(day, count - 1) - at(day, 0),
    exposure_time_percent: (100 * barsInTrades(trades, count)) / count,
    equity_final: equityFinal,
    equity_peak: drawdowns.peak,
    return_percent: returnPercent,
    buy_and_hold_return_percent: buyAndHoldPercent,
    return_ann_percent: 100 * returns.annualReturn,
    volatility_ann_percent: 100 * returns.annualVolatility,
    cagr_percent: 100 * returns.cagr,
    sharpe_ratio: returns.sharpeRatio,
    sortino_ratio: returns.sortinoRatio,
    calmar_ratio: returns.annualReturn / drawdowns.max,
    alpha_percent: returnPercent - returns.beta * buyAndHoldPercent,
    beta: returns.beta,
    max_drawdown_percent: -100 * drawdowns.max,
    avg_drawdown_percent: -100 * drawdowns.mean,
    max_drawdown_days: drawdowns.maxDays,
    avg_drawdown_days: Math.ceil(drawdowns.meanDays),
    ...measureTrades(day, trades.filter(isClosed)),
  });
}

function isClosed(trade: Trade): trade is ClosedTrade {
  return trade.exit_bar !== null;
}

/** Includes entry and exit bars. Two trades never share a bar: a purchase fills at least one bar after a sale. */
function barsInTrades(trades: readonly Trade[], count: number): number {
  return trades.reduce((bars, { entry_bar, exit_bar }) => bars + (exit_bar ?? count - 1) - entry_bar + 1, 0);
}

function nullIfUndefined(values: Record<StatisticName, number>): Statistics {
  const entries = statisticNames.map((name) => {
    const value = values[name];
    // + 0 turns −0 into 0.
    return [name, Number.isFinite(value) ? value + 0 : null] as const;
  });
  return Object.fromEntries(entries) as Statistics;
}
