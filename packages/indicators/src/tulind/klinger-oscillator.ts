import type { OhlcvColumns } from '../series.ts';
import { callTulindSingle } from './tulind.ts';

/**
 * tulind's KVO: the difference of two EMAs of the volume force, the periods swapped when fast is the longer.
 * First row 1.
 *
 * The force is volume × |2 × range / total range since the trend turned − 1| × 100, signed by the trend.
 * tulind divides by that total even when it is 0, and one such bar undoes every later value: here the force of
 * a bar without any range is 0.
 */
export function klingerOscillator(
  { high, low, close, volume }: OhlcvColumns,
  fastPeriod: number,
  slowPeriod: number,
): number[] {
  const sums = close.map((price, bar) => (high[bar] ?? 0) + (low[bar] ?? 0) + price);
  const ranges = high.map((top, bar) => top - (low[bar] ?? 0));
  let trend = 0;
  let total = 0;
  const forces = ranges.slice(1).map((range, before) => {
    const direction = Math.sign((sums[before + 1] ?? 0) - (sums[before] ?? 0));
    if (direction !== 0 && direction !== trend) {
      trend = direction;
      total = ranges[before] ?? 0;
    }
    total += range;
    // Before the first move tulind takes the trend for a rise.
    const sign = trend < 0 ? -1 : 1;
    return total === 0 ? 0 : (volume[before + 1] ?? 0) * Math.abs((range / total) * 2 - 1) * 100 * sign;
  });
  const slow = callTulindSingle('ema', [forces], [Math.max(fastPeriod, slowPeriod)]);
  const fast = callTulindSingle('ema', [forces], [Math.min(fastPeriod, slowPeriod)]);
  return fast.map((average, row) => average - (slow[row] ?? 0));
}
