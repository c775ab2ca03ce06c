import type { OhlcvColumns } from '../../series.ts';
import { rollingMean } from '../averages/rolling-mean.ts';
import { rollingMaximum, rollingMinimum } from '../rolling-extremes.ts';

/** The number of bars: %K looks back, %K is smoothed over, and %D averages. */
interface StochasticPeriods {
  fastk_period: number;
  slowk_period: number;
  slowd_period: number;
}

/**
 * TA-Lib's STOCH: the position of the close between the lowest low (0) and the highest high (100), smoothed twice; 0
 * while both are equal.
 *
 * The order of the operations is TA-Lib's and must stay. %K and %D are often equal, and rules ask which is larger:
 * tulind rounds differently and gives other answers there.
 * @returns %K and %D, one value per bar from bar `fastk_period + slowk_period + slowd_period − 3` on
 */
export function stochastic(
  { high, low, close }: OhlcvColumns,
  { fastk_period, slowk_period, slowd_period }: StochasticPeriods,
): [slowk: Float64Array, slowd: Float64Array] {
  const highest = rollingMaximum(high, fastk_period);
  const lowest = rollingMinimum(low, fastk_period);
  const fastk = new Float64Array(highest.length);
  for (let index = 0; index < fastk.length; index++) {
    const bottom = lowest[index] ?? 0;
    const percent = ((highest[index] ?? 0) - bottom) / 100;
    if (percent !== 0) fastk[index] = ((close[index + fastk_period - 1] ?? 0) - bottom) / percent;
  }
  const slowk = rollingMean(fastk, slowk_period);
  return [slowk.subarray(slowd_period - 1), rollingMean(slowk, slowd_period)];
}
