import { dateInUtc } from '../../bars/calendar-date.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue.ts';
import { generateActions } from '../../simulated/generate-actions.ts';
import { generateBars } from '../../simulated/generate-bars.ts';

/** A day as traded, with its corporate actions as announced. */
export interface RawDay {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** New shares for an old one after this day. */
  readonly laterSplits: number;
  readonly split: { readonly numerator: number; readonly denominator: number } | null;
  readonly dividend: number;
}

/** A day's prices are published this long before midnight in UTC: after Europe's close, in the USA while it is open. */
const publishedBeforeMidnightMs = 5 * 3_600_000;

/** The generated history of `entry`, before the adjustment for splits. */
export function rawHistory(entry: CatalogueEntry, now: Date): RawDay[] {
  const bars = generateBars(entry, dateInUtc(new Date(now.getTime() + publishedBeforeMidnightMs)));
  const { splits, dividends } = generateActions(entry, bars);
  return bars.date.map((date, row) => {
    const laterSplits = splits
      .filter((split) => split.date > date)
      .reduce((factor, { numerator, denominator }) => (factor * numerator) / denominator, 1);
    const raw = (column: readonly number[]) => (column[row] ?? 0) * laterSplits;
    return {
      date,
      open: raw(bars.open),
      high: raw(bars.high),
      low: raw(bars.low),
      close: raw(bars.close),
      volume: Math.round((bars.volume[row] ?? 0) / laterSplits),
      laterSplits,
      split: splits.find((split) => split.date === date) ?? null,
      dividend: (dividends.find((dividend) => dividend.date === date)?.amount ?? 0) * laterSplits,
    };
  });
}
