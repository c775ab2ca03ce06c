import { callTulind } from '../../tulind/tulind.ts';
import { relativeStrengthIndex } from './relative-strength-index.ts';

/** RSI points. A smaller change of the RSI is a rounding error. */
const maxRoundingError = 1e-10;

/**
 * TA-Lib's STOCHRSI, after Tushar Chande and Stanley Kroll: the position of the RSI between its lowest and highest
 * value of `fastkPeriod` bars, in percent, and the simple average of that. tulind has one period for all three.
 *
 * When prices stand still, the RSI changes by rounding errors only, and TA-Lib divides one error by another. Here
 * such a change is ignored, and fastk is 0.
 * @param values one per bar, oldest first
 * @returns fastk and fastd, one value per bar from bar `period + fastkPeriod + fastdPeriod − 2` on
 * @throws IndicatorError BAD_PARAMETER if there are too few values
 */
export function stochasticRsi(
  values: Float64Array,
  period: number,
  fastkPeriod: number,
  fastdPeriod: number,
): Float64Array[] {
  let previous = Number.NaN;
  const rsi = relativeStrengthIndex(values, period, 0).map((value) => {
    if (!(Math.abs(value - previous) < maxRoundingError)) previous = value;
    return previous;
  });
  return callTulind('stoch', [rsi, rsi, rsi], [fastkPeriod, 1, fastdPeriod]);
}
