import { rollingMean } from '../averages/rolling-mean.ts';
import { rollingVariance, standardDeviation } from './rolling-variance.ts';

/**
 * TA-Lib's BBANDS with simple averages: the mean, and the mean plus and minus so many standard deviations.
 * tulind knows one multiplier, not two, and its roundings are 3e-9 off TA-Lib's where a window hardly moves.
 * First row period − 1.
 * @returns middle, upper and lower band
 */
export function bollingerBands(
  values: readonly number[],
  period: number,
  deviationsUp: number,
  deviationsDown: number,
): [middle: number[], upper: number[], lower: number[]] {
  const middle = rollingMean(values, period);
  const deviations = rollingVariance(values, period, middle).map(standardDeviation);
  const upper = deviations.map((deviation, row) => (middle[row] ?? 0) + deviation * deviationsUp);
  const lower = deviations.map((deviation, row) => (middle[row] ?? 0) - deviation * deviationsDown);
  return [middle, upper, lower];
}
