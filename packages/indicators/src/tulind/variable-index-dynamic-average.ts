import { sortPeriods } from '../talib/arithmetic.ts';
import { rollingVariance } from '../talib/volatility/rolling-variance.ts';

/**
 * tulind's VIDYA, after Tushar Chande: an exponential average whose smoothing is alpha × the volatility index,
 * which is the standard deviation over the fast period divided by that over the slow period, or 0 if the latter
 * is 0. The periods are swapped if the fast one is longer. The first average moves from the value of the bar
 * before it.
 *
 * With exactly slow − 1 values tulind reads past the end of its input, and its deviations become NaN or infinite
 * when prices hardly move. The volatility index cannot exceed √(slow / fast): a larger one is a rounding error
 * and is capped.
 * @param values one per bar, oldest first
 * @param alpha from 0 to 1
 * @returns one average per bar from bar `slowPeriod − 1` on
 */
export function variableIndexDynamicAverage(
  values: Float64Array,
  fastPeriod: number,
  slowPeriod: number,
  alpha: number,
): Float64Array {
  const [fast, slow] = sortPeriods(fastPeriod, slowPeriod);
  const maxVolatilityIndex = Math.sqrt(slow / fast);
  const fastVariances = rollingVariance(values, fast).subarray(slow - fast);
  let average = values[slow - 2] ?? 0;
  return rollingVariance(values, slow).map((slowVariance, index) => {
    const slowDeviation = deviation(slowVariance);
    const volatilityIndex =
      slowDeviation === 0
        ? 0
        : Math.min(deviation(fastVariances[index] ?? 0) / slowDeviation, maxVolatilityIndex);
    average += ((values[index + slow - 1] ?? 0) - average) * alpha * volatilityIndex;
    return average;
  });
}

/** Rounding can make a variance negative. */
function deviation(variance: number): number {
  return Math.sqrt(Math.max(variance, 0));
}
