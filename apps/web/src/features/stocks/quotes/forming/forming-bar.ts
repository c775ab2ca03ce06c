import type { Quote, Stock } from '@stockbook/api/schemas';
import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import type { Interval } from '../../chart/view/chart-view.ts';

/** The bar of a session that is not over, by the last quote. Never among the bars that anything is calculated from. */
export interface FormingBar {
  /** The day of the session, `YYYY-MM-DD`. */
  readonly date: string;
  /** When the last price was paid. */
  readonly time: string;
  /** Null if the source has none. */
  readonly open: number | null;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
  readonly changePercent: number | null;
}

/** Larger than by roundings: bars of sessions in between are not stored yet. */
const maxDifference = 0.005;

/** The chart that the bar follows. */
interface Followed {
  readonly bars: BarColumns;
  readonly interval: Interval;
  /** Whether it compares stocks, by closes only: quotes of several exchanges are of several times. */
  readonly isComparing: boolean;
}

/**
 * The bar that follows those of a daily chart, or null: the final one is stored, a split or sessions are missing among
 * the stored ones, or the bars end earlier.
 */
export function formingBar(
  quote: Quote | null,
  stock: Pick<Stock, 'data_end_date' | 'last_close'>,
  { bars, interval, isComparing }: Followed,
): FormingBar | null {
  if (interval !== 'daily' || isComparing) return null;
  const { data_end_date: end, last_close: last } = stock;
  if (!quote || quote.is_rebased || end === null || last === null || quote.session_date <= end) return null;
  if (dateAt(bars, bars.time.length - 1) !== end) return null;
  const { price, open, previous_close: previous } = quote;
  if (previous !== null && Math.abs(previous / last - 1) > maxDifference) return null;
  return {
    date: quote.session_date,
    time: quote.time,
    open,
    high: Math.max(quote.high ?? price, price, open ?? price),
    low: Math.min(quote.low ?? price, price, open ?? price),
    close: price,
    volume: quote.volume,
    changePercent: quote.change_percent,
  };
}
