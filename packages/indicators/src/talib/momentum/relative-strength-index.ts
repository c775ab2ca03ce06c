import { callTulindSingle } from '../../tulind/tulind.ts';
import { isZero } from '../arithmetic.ts';

/**
 * TA-Lib's RSI: 100 × gain / (gain + loss), both averaged as Wilder does. First row period.
 * tulind agrees while prices move. When they do not, gain and loss fade: TA-Lib answers 0 once their sum is
 * under 1e-14; tulind goes on to divide, and ends at 0 / 0.
 * @param still the value while prices do not move
 */
export function relativeStrengthIndex(values: readonly number[], period: number, still: number): number[] {
  const strength = callTulindSingle('rsi', [values], [period]);
  let movement = 0;
  for (let bar = 1; bar < values.length; bar++) {
    const change = Math.abs((values[bar] ?? 0) - (values[bar - 1] ?? 0));
    // Gain and loss are averaged alike, so their sum is the average of both at once.
    movement = bar <= period ? movement + change / period : (movement * (period - 1) + change) / period;
    if (bar >= period && isZero(movement)) strength[bar - period] = still;
  }
  return strength;
}
