import { rollingMean } from '../averages/rolling-mean.ts';
import { rollingVariance, standardDeviation } from './rolling-variance.ts';

/**
 * TA-Lib's BBANDS with simple averages, after John Bollinger: the mean of the last `period` values, plus
 * `deviationsUp` and minus `deviationsDown` standard deviations. tulind has one multiplier for both bands, and
 * its rounding differs from TA-Lib's by 3e-9 when a window hardly moves.
 * @param values one per bar, oldest first
 * @returns middle, upper and lower band, each with one value per bar from bar `period − 1` on
 */
export function bollingerBands(
  values: Float64Array,
  period: number,
  deviationsUp: number,
  deviationsDown: number,
): [middle: Float64Array, upper: Float64Array, lower: Float64Array] {
  const middle = rollingMean(values, period);
  const variances = rollingVariance(values, period, middle);
  const upper = new Float64Array(middle.length);
  const lower = new Float64Array(middle.length);
  for (let index = 0; index < middle.length; index++) {
    const mean = middle[index] ?? 0;
    const deviation = standardDeviation(variances[index] ?? 0);
    upper[index] = mean + deviation * deviationsUp;
    lower[index] = mean - deviation * deviationsDown;
  }
  return [middle, upper, lower];
}
