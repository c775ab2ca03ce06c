import { callTulind } from '../../tulind/tulind.ts';
import { relativeStrengthIndex } from './relative-strength-index.ts';

/** An RSI that moves by less moves by rounding. */
const rounding = 1e-10;

/**
 * TA-Lib's STOCHRSI: where the RSI lies between its lowest and highest of `fastkPeriod` bars, in percent, and
 * the simple average of that. First row period + fastk + fastd − 2. tulind has one period for everything.
 *
 * While prices stand still the RSI does too, but for rounding, and TA-Lib divides noise by noise. Here an RSI
 * that moves by rounding alone does not move, and the line is 0.
 * @returns fastk and fastd
 */
export function stochasticRsi(
  values: readonly number[],
  period: number,
  fastkPeriod: number,
  fastdPeriod: number,
): number[][] {
  let held = Number.NaN;
  const strength = relativeStrengthIndex(values, period, 0).map((value) => {
    if (!(Math.abs(value - held) < rounding)) held = value;
    return held;
  });
  return callTulind('stoch', [strength, strength, strength], [fastkPeriod, 1, fastdPeriod]);
}
