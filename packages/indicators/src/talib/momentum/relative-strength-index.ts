import { callTulindSingle } from '../../tulind/tulind.ts';
import { isZero } from '../arithmetic.ts';

/**
 * TA-Lib's RSI, after Welles Wilder: 100 × gain / (gain + loss), both smoothed by Wilder's method. tulind agrees
 * while prices move. When prices stop moving, gain and loss decay: TA-Lib returns 0 once their sum is below
 * 1e-14, while tulind keeps dividing until it divides 0 by 0.
 * @param values one per bar, oldest first
 * @param flatValue the result once gain + loss is below 1e-14
 * @returns values from 0 to 100, one per bar from bar `period` on
 * @throws IndicatorError BAD_PARAMETER if there are too few values
 */
export function relativeStrengthIndex(
  values: readonly number[],
  period: number,
  flatValue: number,
): number[] {
  const index = callTulindSingle('rsi', [values], [period]);
  let movement = 0;
  for (let bar = 1; bar < values.length; bar++) {
    const change = Math.abs((values[bar] ?? 0) - (values[bar - 1] ?? 0));
    // Gain and loss have the same smoothing, so their sum is the smoothed absolute change.
    movement = bar <= period ? movement + change / period : (movement * (period - 1) + change) / period;
    if (bar >= period && isZero(movement)) index[bar - period] = flatValue;
  }
  return index;
}
