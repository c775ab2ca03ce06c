import { differences, sortPeriods } from '../arithmetic.ts';
import { seededEma } from '../averages/exponential-averages.ts';

/** Three series of equal length. */
type MacdOutputs = [line: Float64Array, signal: Float64Array, histogram: Float64Array];

/**
 * TA-Lib's MACD, after Gerald Appel: fast EMA − slow EMA, the EMA of that difference as signal, and line − signal
 * as histogram. The periods are swapped if the fast one is longer. Both EMAs have their first value at bar
 * slow − 1, so the fast EMA is seeded with the bars just before that bar, not with the first bars.
 *
 * tulind seeds all three with one value, and rounds 2/13 and 2/27 to 0.15 and 0.075. With a signal period of 1
 * TA-Lib 0.6.4 shifts its lines by one bar; here the signal equals the line.
 * @param values one per bar, oldest first; more than the look-back
 * @returns line, signal and histogram, one value per bar from bar `slowPeriod + signalPeriod − 2` on
 */
export function macd(
  values: Float64Array,
  fastPeriod: number,
  slowPeriod: number,
  signalPeriod: number,
): MacdOutputs {
  const [fast, slow] = sortPeriods(fastPeriod, slowPeriod);
  const lines = differences(seededEma(values.subarray(slow - fast), fast), seededEma(values, slow));
  const line = lines.subarray(signalPeriod - 1);
  const signal = seededEma(lines, signalPeriod);
  return [line, signal, differences(line, signal)];
}
