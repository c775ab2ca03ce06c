import type { OhlcvColumns } from '../../series.ts';
import { isZero } from '../arithmetic.ts';
import { wilderAverage } from '../averages/exponential-averages.ts';

/**
 * TA-Lib's TRANGE, Wilder's true range: the largest of high − low and the distances of high and low from the
 * previous close. Bar 0 has no previous close: TA-Lib has no value there.
 * @returns ranges in the unit of the prices, one per bar from bar 1 on
 */
export function trueRange({ high, low, close }: OhlcvColumns): Float64Array {
  const ranges = new Float64Array(close.length - 1);
  for (let bar = 1; bar < close.length; bar++) {
    const top = high[bar] ?? 0;
    const bottom = low[bar] ?? 0;
    const previousClose = close[bar - 1] ?? 0;
    ranges[bar - 1] = Math.max(top - bottom, Math.abs(top - previousClose), Math.abs(bottom - previousClose));
  }
  return ranges;
}

/**
 * TA-Lib's ATR: Wilder's average of the true range, seeded with the mean of the first `period` true ranges. With a
 * period of 1 the result is the true range.
 * @returns ranges in the unit of the prices, one per bar from bar `period` on
 */
export function averageTrueRange(bars: OhlcvColumns, period: number): Float64Array {
  const ranges = trueRange(bars);
  return period === 1 ? ranges : wilderAverage(ranges, period);
}

/**
 * TA-Lib's NATR: the average true range in percent of the close, or 0 if the close is 0. With a period of 1
 * TA-Lib returns the true range itself, not a percentage.
 * @returns one value per bar from bar `period` on
 */
export function normalizedAverageTrueRange(bars: OhlcvColumns, period: number): Float64Array {
  const ranges = averageTrueRange(bars, period);
  if (period === 1) return ranges;
  return ranges.map((range, index) => {
    const close = bars.close[index + period] ?? 0;
    return isZero(close) ? 0 : (range / close) * 100;
  });
}
