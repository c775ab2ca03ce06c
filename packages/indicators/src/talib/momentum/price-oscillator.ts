import { isZero } from '../arithmetic.ts';
import { seededEma } from '../averages/exponential-averages.ts';
import { rollingMean } from '../averages/rolling-mean.ts';

/** TA-Lib's MAType: 0 simple, 1 exponential. */
export interface OscillatorPeriods {
  fastperiod: number;
  slowperiod: number;
  matype: number;
}

/**
 * TA-Lib's APO: a fast average less a slow one, the periods swapped when fast is the longer. tulind knows
 * exponential averages only, which start from a single value. First row slow − 1.
 */
export function absolutePriceOscillator(values: readonly number[], periods: OscillatorPeriods): number[] {
  const { fast, slow } = averages(values, periods);
  return slow.map((average, row) => (fast[row] ?? 0) - average);
}

/** TA-Lib's PPO: the same in percent of the slow average, 0 where that is 0. First row slow − 1. */
export function percentagePriceOscillator(values: readonly number[], periods: OscillatorPeriods): number[] {
  const { fast, slow } = averages(values, periods);
  return slow.map((average, row) => (isZero(average) ? 0 : (((fast[row] ?? 0) - average) / average) * 100));
}

/** Both averages from row slow − 1 on. */
function averages(values: readonly number[], { fastperiod, slowperiod, matype }: OscillatorPeriods) {
  const average = matype === 1 ? seededEma : rollingMean;
  const fast = Math.min(fastperiod, slowperiod);
  const slow = Math.max(fastperiod, slowperiod);
  return { fast: average(values, fast).slice(slow - fast), slow: average(values, slow) };
}
