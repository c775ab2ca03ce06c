import { rollingMean } from '../averages/rolling-mean.ts';

/**
 * TA-Lib's VAR (TA_INT_VAR): the population variance of the last `period` values, as the mean of the squares minus
 * the square of the mean, from a running total of the squares. If all values of a window are equal, TA-Lib
 * returns the rounding error of the totals; here the variance is 0. Rounding can make a variance negative.
 * @param values one per bar, oldest first
 * @param means the rolling means of the same values and period, if the caller has them already
 * @returns variances in the squared unit of the values, one per bar from bar `period − 1` on
 */
export function rollingVariance(
  values: Float64Array,
  period: number,
  means: Float64Array = rollingMean(values, period),
): Float64Array {
  const variances = new Float64Array(means.length);
  let total = 0;
  let unchangedBars = 0;
  let previous = Number.NaN;
  for (let bar = 0; bar < values.length; bar++) {
    const value = values[bar] ?? 0;
    unchangedBars = value === previous ? unchangedBars + 1 : 1;
    previous = value;
    total += value * value;
    const first = bar - period + 1;
    if (first < 0) continue;
    const mean = means[first] ?? 0;
    variances[first] = unchangedBars >= period ? 0 : total / period - mean * mean;
    const oldest = values[first] ?? 0;
    total -= oldest * oldest;
  }
  return variances;
}

/** TA-Lib's STDDEV of one variance: the square root, or 0 if the variance is below 1e-14 (a rounding error). */
export function standardDeviation(variance: number): number {
  return variance < 1e-14 ? 0 : Math.sqrt(variance);
}
