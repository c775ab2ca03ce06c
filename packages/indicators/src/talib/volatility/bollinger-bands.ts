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
  values: readonly number[],
  period: number,
  deviationsUp: number,
  deviationsDown: number,
): [middle: number[], upper: number[], lower: number[]] {
  const middle = rollingMean(values, period);
  const deviations = rollingVariance(values, period, middle).map(standardDeviation);
  const upper = deviations.map((deviation, index) => (middle[index] ?? 0) + deviation * deviationsUp);
  const lower = deviations.map((deviation, index) => (middle[index] ?? 0) - deviation * deviationsDown);
  return [middle, upper, lower];
}
