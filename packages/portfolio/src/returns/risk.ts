import { dateOfDay } from '@stockbook/common/days';
import type { Risk, RiskInput } from './payments.ts';

/** Below it there is no volatility: a standard deviation of few values says little. */
const minTradingDays = 20;

/** Relative. Products of factors, which are rounded once a day, are equal if they differ by less. */
const rounding = 1e-12;

/**
 * Volatility, Sharpe ratio and drawdown of the product of day factors, from the first day with capital on.
 *
 * The return of a trading day is the product of the factors since the last one, less 1; the days after the last
 * trading day join it. The volatility is the standard deviation of the returns (divisor count − 1) × √A, the Sharpe
 * ratio (mean × A − risk-free rate) / volatility, with A trading days a year: 365 if more than 6 of 35 of them fall on
 * a weekend, else 252.
 */
export function risk(input: RiskInput): Risk {
  const { returns, weekendDays } = readTradingDays(input);
  const daysPerYear = weekendDays * 35 > returns.length * 6 ? 365 : 252;
  return {
    tradingDays: returns.length,
    ...measureReturns(returns, daysPerYear, input.riskFreePercent / 100),
    ...measureDrawdown(input),
  };
}

function readTradingDays({ firstDay, factor, firstRowWithCapital, isTradingDay }: RiskInput) {
  const growths: number[] = [];
  let weekendDays = 0;
  let growth = 1;
  for (let row = firstRowWithCapital; row < factor.length && row >= 0; row++) {
    growth *= factor[row] ?? 1;
    if (isTradingDay[row] !== 1) continue;
    growths.push(growth);
    growth = 1;
    if (isWeekend(firstDay + row)) weekendDays++;
  }
  const last = growths.length - 1;
  return {
    returns: growths.map((value, index) => (index === last ? value * growth : value) - 1),
    weekendDays,
  };
}

/** 1970-01-01 was a Thursday. Days before it are negative. */
function isWeekend(day: number): boolean {
  return (((day - 2) % 7) + 7) % 7 < 2;
}

function measureReturns(
  returns: readonly number[],
  daysPerYear: number,
  riskFree: number,
): Pick<Risk, 'volatilityAnnual' | 'sharpeRatio'> {
  if (returns.length < minTradingDays) return { volatilityAnnual: null, sharpeRatio: null };
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const volatility = Math.sqrt((squares / (returns.length - 1)) * daysPerYear);
  if (volatility < rounding) return { volatilityAnnual: 0, sharpeRatio: null };
  return { volatilityAnnual: volatility, sharpeRatio: (mean * daysPerYear - riskFree) / volatility };
}

/** A peak lasts from its first day until the product exceeds it; the first peak is 1 before the first day. */
function measureDrawdown({ firstDay, factor, firstRowWithCapital }: RiskInput) {
  const dateOf = (row: number) => dateOfDay(firstDay + row);
  let index = 1;
  let peak = { index, row: firstRowWithCapital - 1 };
  let deepest = { depth: 0, peak, row: 0 };
  let recoveredOn: string | null = null;
  for (let row = firstRowWithCapital; row < factor.length && row >= 0; row++) {
    index *= factor[row] ?? 1;
    const depth = index / peak.index - 1;
    if (depth > rounding) peak = { index, row };
    else if (depth < deepest.depth - rounding) {
      deepest = { depth, peak, row };
      recoveredOn = null;
    }
    if (recoveredOn === null && index >= deepest.peak.index * (1 - rounding)) recoveredOn = dateOf(row);
  }
  const { depth } = deepest;
  if (depth === 0) return { maxDrawdown: 0, drawdownFrom: null, drawdownTo: null, recoveredOn: null };
  return {
    maxDrawdown: depth,
    drawdownFrom: dateOf(deepest.peak.row),
    drawdownTo: dateOf(deepest.row),
    recoveredOn,
  };
}
