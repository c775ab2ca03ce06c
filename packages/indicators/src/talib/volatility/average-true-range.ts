import type { OhlcvColumns } from '../../series.ts';
import { callTulindSingle } from '../../tulind/tulind.ts';
import { isZero } from '../arithmetic.ts';

/**
 * TA-Lib's TRANGE, Wilder's true range: the largest of high − low and the distances of high and low from the
 * previous close. Bar 0 has no previous close: TA-Lib has no value there. Copying three columns to tulind takes several
 * times as long as this loop.
 * @returns ranges in the unit of the prices, one per bar from bar 1 on
 */
export function trueRange({ high, low, close }: OhlcvColumns): number[] {
  const ranges: number[] = [];
  for (let bar = 1; bar < close.length; bar++) {
    const top = high[bar] ?? 0;
    const bottom = low[bar] ?? 0;
    const previousClose = close[bar - 1] ?? 0;
    ranges.push(Math.max(top - bottom, Math.abs(top - previousClose), Math.abs(bottom - previousClose)));
  }
  return ranges;
}

/**
 * TA-Lib's ATR: Wilder's average of the true range, seeded with the mean of the first `period` true ranges. With a
 * period of 1 the result is the true range.
 *
 * tulind takes high − low of its bar 0 as the first true range. It therefore gets the bars from bar 1 on, with
 * the high and the low of its first bar replaced by the true range of bar 1 and 0.
 * @returns ranges in the unit of the prices, one per bar from bar `period` on
 * @throws IndicatorError BAD_PARAMETER if there are too few bars
 */
export function averageTrueRange(bars: OhlcvColumns, period: number): number[] {
  if (period === 1) return trueRange(bars);
  const high = bars.high.slice(1);
  const low = bars.low.slice(1);
  const [firstHigh = 0] = high;
  const [firstLow = 0] = low;
  const [previousClose = 0] = bars.close;
  high[0] = Math.max(
    firstHigh - firstLow,
    Math.abs(firstHigh - previousClose),
    Math.abs(firstLow - previousClose),
  );
  low[0] = 0;
  return callTulindSingle('atr', [high, low, bars.close.slice(1)], [period]);
}

/**
 * TA-Lib's NATR: the average true range in percent of the close, or 0 if the close is 0. With a period of 1
 * TA-Lib returns the true range itself, not a percentage.
 * @returns one value per bar from bar `period` on
 * @throws IndicatorError BAD_PARAMETER if there are too few bars
 */
export function normalizedAverageTrueRange(bars: OhlcvColumns, period: number): number[] {
  const ranges = averageTrueRange(bars, period);
  if (period === 1) return ranges;
  return ranges.map((range, index) => {
    const close = bars.close[index + period] ?? 0;
    return isZero(close) ? 0 : (range / close) * 100;
  });
}
