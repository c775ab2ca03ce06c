import type { OhlcvColumns } from '../series.ts';
import { differences, sortPeriods } from '../talib/arithmetic.ts';
import { callTulindSingle } from './tulind.ts';

/**
 * tulind's KVO, after Stephen Klinger: the difference of two EMAs of the volume force, with the periods swapped if
 * the fast one is longer. The force of a bar is volume × |2 × range / total range since the trend turned − 1| ×
 * 100, with the sign of the trend.
 *
 * tulind divides by that total even if it is 0, and one such bar makes all later values NaN. Here the force of
 * that bar is 0.
 * @returns one value per bar from bar 1 on, in the unit of the volume × 100
 * @throws IndicatorError BAD_PARAMETER if there are fewer than two bars
 */
export function klingerOscillator(
  { high, low, close, volume }: OhlcvColumns,
  fastPeriod: number,
  slowPeriod: number,
): Float64Array {
  const sums = close.map((price, bar) => (high[bar] ?? 0) + (low[bar] ?? 0) + price);
  const ranges = differences(high, low);
  let trend = 0;
  let totalRange = 0;
  const forces = ranges.subarray(1).map((range, index) => {
    const direction = Math.sign((sums[index + 1] ?? 0) - (sums[index] ?? 0));
    if (direction !== 0 && direction !== trend) {
      trend = direction;
      totalRange = ranges[index] ?? 0;
    }
    totalRange += range;
    // Until the first change tulind assumes a rising trend.
    const sign = trend < 0 ? -1 : 1;
    if (totalRange === 0) return 0;
    return (volume[index + 1] ?? 0) * Math.abs((range / totalRange) * 2 - 1) * 100 * sign;
  });
  const [fast, slow] = sortPeriods(fastPeriod, slowPeriod);
  return differences(callTulindSingle('ema', [forces], [fast]), callTulindSingle('ema', [forces], [slow]));
}
