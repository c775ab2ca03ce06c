import { type CleanedBars, cleanBars } from '../bars/clean-bars.ts';
import { laterSplits, significant, splitAdjusted, splitOfFactor } from '../keyed/split-adjustment.ts';
import type { Dividend, Split } from '../provider/provider.ts';
import type { TiingoPrice } from './tiingo-schema.ts';

/**
 * The bars up to `lastDate`, the splits and the dividends of `prices`. Tiingo gives prices, volumes and dividends as
 * they were on their day, and adjusts for splits only together with dividends.
 */
export function tiingoHistory(
  prices: readonly TiingoPrice[],
  lastDate: string,
): CleanedBars & { splits: Split[]; dividends: Dividend[] } {
  const days = prices
    .map((price) => ({ ...price, date: price.date.slice(0, 10) }))
    .filter(({ date }) => date <= lastDate)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const splits = days
    .filter(({ splitFactor }) => splitFactor != null && splitFactor > 0 && splitFactor !== 1)
    .map(({ date, splitFactor }) => splitOfFactor(date, splitFactor ?? 1));
  const later = laterSplits(splits);
  const dividends = days
    .filter(({ divCash }) => divCash != null && divCash > 0)
    .map(({ date, divCash }) => {
      const ratio = later(date);
      return { date, amount: significant(((divCash ?? 0) * ratio.for) / ratio.shares), currency: 'USD' };
    });
  const rows = days.map((day) =>
    splitAdjusted({ ...day, label: day.date }, later(day.date), { isVolumeRaw: true }),
  );
  return { ...cleanBars(rows), splits, dividends };
}
