import type { OhlcvColumns } from '../../series.ts';
import { isZero } from '../arithmetic.ts';
import { trueRange } from '../volatility/average-true-range.ts';

/**
 * TA-Lib's ULTOSC: buying pressure (close less the lower of low and yesterday's close) in percent of the true
 * range, over three periods that weigh 4, 2 and 1 from the shortest to the longest, whichever way they are
 * given; a period without any range counts 0, where tulind divides by it. First row: the longest period. With
 * three periods of 1 TA-Lib 0.6.4 starts at bar 0, whose yesterday it reads from before the array.
 */
export function ultimateOscillator(bars: OhlcvColumns, periods: readonly number[]): number[] {
  const { low, close } = bars;
  const ranges = trueRange(bars);
  const pressures = ranges.map((_, row) => {
    const price = close[row + 1] ?? 0;
    return price - Math.min(low[row + 1] ?? 0, close[row] ?? 0);
  });
  const sorted = periods.toSorted((one, other) => one - other);
  const longest = sorted.at(-1) ?? 1;
  const oscillator = new Array<number>(ranges.length - longest + 1).fill(0);
  for (const [rank, period] of sorted.entries()) {
    const weight = 4 / 2 ** rank;
    let pressure = 0;
    let range = 0;
    // TA-Lib fills each total just before its first value, so the shorter ones start later too.
    for (let row = longest - period; row < ranges.length; row++) {
      pressure += pressures[row] ?? 0;
      range += ranges[row] ?? 0;
      if (row < longest - 1) continue;
      const out = row - longest + 1;
      if (!isZero(range)) oscillator[out] = (oscillator[out] ?? 0) + weight * (pressure / range);
      pressure -= pressures[row - period + 1] ?? 0;
      range -= ranges[row - period + 1] ?? 0;
    }
  }
  return oscillator.map((sum) => 100 * (sum / 7));
}
