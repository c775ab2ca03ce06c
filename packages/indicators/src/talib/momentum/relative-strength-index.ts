import { isZero } from '../arithmetic.ts';

/**
 * TA-Lib's RSI, after Welles Wilder: 100 × gain / (gain + loss), both smoothed by Wilder's method. When prices stop
 * moving, gain and loss decay: TA-Lib returns 0 once their sum is below 1e-14, while tulind keeps dividing until it
 * divides 0 by 0.
 * @param values one per bar, oldest first
 * @param flatValue the result once gain + loss is below 1e-14
 * @returns values from 0 to 100, one per bar from bar `period` on
 */
export function relativeStrengthIndex(values: Float64Array, period: number, flatValue: number): Float64Array {
  const index = new Float64Array(values.length - period);
  const smoothing = 1 / period;
  let gain = 0;
  let loss = 0;
  for (let bar = 1; bar < values.length; bar++) {
    const change = (values[bar] ?? 0) - (values[bar - 1] ?? 0);
    const rise = Math.max(change, 0);
    const fall = Math.max(-change, 0);
    if (bar <= period) {
      gain += rise;
      loss += fall;
    } else {
      gain += (rise - gain) * smoothing;
      loss += (fall - loss) * smoothing;
    }
    if (bar === period) {
      gain /= period;
      loss /= period;
    }
    const movement = gain + loss;
    if (bar >= period) index[bar - period] = isZero(movement) ? flatValue : 100 * (gain / movement);
  }
  return index;
}
