import type { OhlcvColumns } from '../../series.ts';
import { callTulindSingle } from '../../tulind/tulind.ts';
import { isZero } from '../arithmetic.ts';

/**
 * TA-Lib's TRANGE: the largest of high − low and the distances of both from yesterday's close. Bar 0 has no
 * yesterday: TA-Lib gives it none, tulind gives it high − low. First row 1.
 */
export function trueRange({ high, low, close }: OhlcvColumns): number[] {
  return callTulindSingle('tr', [high, low, close]).slice(1);
}

/**
 * TA-Lib's ATR: Wilder's average of the true range, the first value the mean of the first `period` true ranges.
 * First row period. Over one bar TA-Lib does not smooth.
 *
 * tulind counts high − low of bar 0 as the first true range. So it gets the bars from bar 1 on, the first of
 * them as high as its true range and as low as 0.
 */
export function averageTrueRange(bars: OhlcvColumns, period: number): number[] {
  if (period === 1) return trueRange(bars);
  const high = bars.high.slice(1);
  const low = bars.low.slice(1);
  const [top = 0] = high;
  const [bottom = 0] = low;
  const [before = 0] = bars.close;
  high[0] = Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before));
  low[0] = 0;
  return callTulindSingle('atr', [high, low, bars.close.slice(1)], [period]);
}

/**
 * TA-Lib's NATR: the average true range in percent of the close, 0 where the close is. First row period.
 * Over one bar TA-Lib gives the plain true range.
 */
export function normalizedAverageTrueRange(bars: OhlcvColumns, period: number): number[] {
  const ranges = averageTrueRange(bars, period);
  if (period === 1) return ranges;
  return ranges.map((range, row) => {
    const close = bars.close[row + period] ?? 0;
    return isZero(close) ? 0 : (range / close) * 100;
  });
}
