import type { OhlcvColumns } from '../../series.ts';
import { isZero } from '../arithmetic.ts';
import { trueRange } from '../volatility/average-true-range.ts';

/**
 * TA-Lib's ULTOSC, after Larry Williams: buying pressure (close − the lower of low and previous close) in percent
 * of the true range, over three periods with the weights 4, 2 and 1 from the shortest to the longest. A period
 * whose true range is 0 counts as 0; tulind divides by it.
 *
 * With three periods of 1 TA-Lib 0.6.4 starts at bar 0 and reads the previous close from before the array.
 * @param periods three periods in any order
 * @returns percentages, one per bar from the bar whose index is the longest period on
 */
export function ultimateOscillator(bars: OhlcvColumns, periods: readonly number[]): Float64Array {
  const { low, close } = bars;
  const ranges = trueRange(bars);
  const pressures = ranges.map((_, index) => {
    const price = close[index + 1] ?? 0;
    return price - Math.min(low[index + 1] ?? 0, close[index] ?? 0);
  });
  const sorted = periods.toSorted((a, b) => a - b);
  const longest = sorted.at(-1) ?? 1;
  const oscillator = new Float64Array(ranges.length - longest + 1);
  for (const [rank, period] of sorted.entries()) {
    const weight = 4 / 2 ** rank;
    let pressure = 0;
    let range = 0;
    // As in TA-Lib, each total starts `period` values before its first result: other starts round differently.
    for (let index = longest - period; index < ranges.length; index++) {
      pressure += pressures[index] ?? 0;
      range += ranges[index] ?? 0;
      if (index < longest - 1) continue;
      const result = index - longest + 1;
      if (!isZero(range)) oscillator[result] = (oscillator[result] ?? 0) + weight * (pressure / range);
      pressure -= pressures[index - period + 1] ?? 0;
      range -= ranges[index - period + 1] ?? 0;
    }
  }
  return oscillator.map((sum) => 100 * (sum / 7));
}
