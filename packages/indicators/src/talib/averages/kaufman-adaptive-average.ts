import { isZero } from '../arithmetic.ts';

/** Smoothing constants of EMAs over 2 and 30 bars: TA-Lib's and Kaufman's limits. */
const fastSmoothing = 2 / (2 + 1);
const slowSmoothing = 2 / (30 + 1);

/**
 * TA-Lib's KAMA, after Perry Kaufman: an exponential average whose smoothing follows the efficiency ratio, which
 * is the net change over `period` bars divided by the sum of the absolute changes from bar to bar.
 *
 * Rounding can lift the ratio above 1. Here it is capped at 1; TA-Lib caps it only for rising prices and tulind
 * never, so their averages diverge after a very large fall.
 * @param values one per bar, oldest first
 * @returns one average per bar from bar `period` on
 */
export function kaufmanAdaptiveAverage(values: Float64Array, period: number): Float64Array {
  const averages = new Float64Array(values.length - period);
  const changeAt = (bar: number) => Math.abs((values[bar] ?? 0) - (values[bar - 1] ?? 0));
  let totalChange = 0;
  for (let bar = 1; bar < period; bar++) totalChange += changeAt(bar);
  let average = values[period - 1] ?? 0;
  for (let bar = period; bar < values.length; bar++) {
    const value = values[bar] ?? 0;
    const netChange = value - (values[bar - period] ?? 0);
    if (bar > period) totalChange -= changeAt(bar - period);
    totalChange += changeAt(bar);
    const efficiencyRatio = isZero(totalChange) ? 1 : Math.min(Math.abs(netChange / totalChange), 1);
    average += (value - average) * (efficiencyRatio * (fastSmoothing - slowSmoothing) + slowSmoothing) ** 2;
    averages[bar - period] = average;
  }
  return averages;
}
