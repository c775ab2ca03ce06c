import { at } from '../../column.ts';
import type { DailyBars } from '../bars.ts';
import { regressionSlope, variance } from './moments.ts';

export interface ReturnMeasures {
  /** R: the return of a year, as a fraction. */
  readonly annualReturn: number;
  /** S: the volatility of a year, as a fraction. */
  readonly annualVolatility: number;
  readonly cagr: number;
  readonly sharpeRatio: number;
  readonly sortinoRatio: number;
  readonly beta: number;
}

/** The formulas are in docs/backtests.md. A value that is not defined is NaN or infinite. */
/** @param bars `close` is only read for `beta` */
export function measureReturns(
  { day, close }: Pick<DailyBars, 'day' | 'close'>,
  equity: Float64Array,
): ReturnMeasures {
  const count = equity.length;
  const growth = at(equity, count - 1) / at(equity, 0);
  // The account is ruined: Backtesting.py then takes 0 as the mean growth.
  const logDailyGrowth = growth === 0 ? 0 : Math.log(growth) / (count - 1);
  const barsPerYear = isTradedOnWeekends(day) ? 365 : 252;
  const returns = dailyReturns(equity);
  const annualReturn = Math.expm1(barsPerYear * logDailyGrowth);
  // √((V + (1 + G)²)^A − (1 + G)^(2A)), without the cancellation of the two terms.
  const relativeVariance = variance(returns) * Math.exp(-2 * logDailyGrowth);
  const annualVolatility =
    Math.exp(barsPerYear * logDailyGrowth) *
    Math.sqrt(Math.expm1(barsPerYear * Math.log1p(relativeVariance)));
  const durationDays = at(day, count - 1) - at(day, 0);
  return {
    annualReturn,
    annualVolatility,
    cagr: Math.expm1((Math.log(growth) * 365.25) / durationDays),
    sharpeRatio: annualReturn / annualVolatility,
    sortinoRatio: annualReturn / (downsideDeviation(returns) * Math.sqrt(barsPerYear)),
    beta: growth === 0 ? Number.NaN : regressionSlope(logReturns(close), logReturns(equity)),
  };
}

/** One per bar from bar 1 on, until the equity is 0. */
function dailyReturns(equity: Float64Array): Float64Array {
  const ruin = equity.indexOf(0);
  const returns = new Float64Array((ruin === -1 ? equity.length : ruin + 1) - 1);
  for (let index = 0; index < returns.length; index++) {
    returns[index] = at(equity, index + 1) / at(equity, index) - 1;
  }
  return returns;
}

function logReturns(values: Float64Array): Float64Array {
  const returns = new Float64Array(values.length - 1);
  for (let index = 0; index < returns.length; index++) {
    returns[index] = Math.log(at(values, index + 1) / at(values, index));
  }
  return returns;
}

function downsideDeviation(returns: Float64Array): number {
  let squares = 0;
  for (const value of returns) squares += Math.min(value, 0) ** 2;
  return Math.sqrt(squares / returns.length);
}

/** Whether more than 6 of 35 bars fall on a Saturday or Sunday, as those of a currency or a coin do. */
function isTradedOnWeekends(day: Int32Array): boolean {
  let weekendBars = 0;
  for (const value of day) {
    // 1970-01-01 was a Thursday. Days before it are negative.
    const daysSinceSaturday = (((value - 2) % 7) + 7) % 7;
    if (daysSinceSaturday < 2) weekendBars++;
  }
  return weekendBars * 35 > day.length * 6;
}
