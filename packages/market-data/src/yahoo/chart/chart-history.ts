import { dayMs } from '../../bars/calendar-date.ts';
import { type CleanedBars, cleanBars, type RawBar } from '../../bars/clean-bars.ts';
import { dateInTimeZone, timeInTimeZone } from '../../bars/time-zone.ts';
import { MarketDataError } from '../../provider/market-data-error.ts';
import type { Split } from '../../provider/provider.ts';
import type { Chart } from './chart-schema.ts';
import { float32ToDecimal } from './float32-to-decimal.ts';
import { lastSessionBefore } from './last-session.ts';

/** Prices of some exchanges reach Yahoo up to 20 minutes late, and so does the closing auction. */
const SETTLING_MS = 20 * 60_000;
const A_MINUTE_MS = 60_000;

export interface ChartHistory extends CleanedBars {
  readonly splits: readonly Split[];
  readonly pendingCloseDate: string | null;
  readonly lastMinute?: string;
}

/**
 * The final, sane bars and the splits of `chart` from the day `from` on, dated in the exchange's time zone. The day
 * that has not ended at `now` (milliseconds since 1970) is not among them, nor among the left-out ones; nor are days
 * after the last sane one, whose prices are still to come. Throws `bad_data` where there are bars and none of them is
 * sane.
 */
export function chartHistory(chart: Chart, from: string, now: number): ChartHistory {
  const end = firstUnfinishedDate(chart, now);
  const rows = rawBars(chart).filter(({ date }) => date >= from && date < end);
  const cleaned = cleanBars(rows);
  if (rows.length > 0 && cleaned.bars.date.length === 0) {
    const message = `Yahoo Finance sent no usable prices for "${chart.meta.symbol}"`;
    throw new MarketDataError('bad_data', message, { cause: cleaned.rejectionNotes.join(' ') });
  }
  const splits = chart.splits
    .map(({ date, ...ratio }) => ({ date: dateInTimeZone(date, chart.meta.exchangeTimezoneName), ...ratio }))
    .filter(({ date }) => date >= from)
    .sort((left, right) => (left.date < right.date ? -1 : 1));
  const { date: dates } = cleaned.bars;
  const hasBar = new Set(dates);
  const rejectedDates = [...new Set(cleaned.rejectedDates)].filter(
    (date) => date < (dates.at(-1) ?? '') && !hasBar.has(date),
  );
  const session = chart.meta.currentTradingPeriod?.regular;
  const lastMinute = session && timeInTimeZone(session.end - A_MINUTE_MS, chart.meta.exchangeTimezoneName);
  const lastSession = lastSessionBefore(end, chart, rows);
  const isPending = lastSession !== null && lastSession > (dates.at(-1) ?? '') && lastSession >= from;
  return {
    ...cleaned,
    rejectedDates,
    splits,
    pendingCloseDate: isPending ? lastSession : null,
    ...(lastMinute !== undefined && { lastMinute }),
  };
}

/** The first day whose bar is not final at `now`: that of the session that has not ended, or else tomorrow. */
function firstUnfinishedDate({ meta }: Chart, now: number): string {
  const timeZone = meta.exchangeTimezoneName;
  const session = meta.currentTradingPeriod?.regular;
  // Without a word on it the exchange may be open.
  if (session === undefined) return dateInTimeZone(now, timeZone);
  const tomorrow = now + dayMs;
  const hasEnded = now >= session.end + SETTLING_MS;
  return dateInTimeZone(hasEnded ? tomorrow : Math.min(session.start, tomorrow), timeZone);
}

function rawBars({ meta, timestamps, quote }: Chart): RawBar[] {
  const narrow = (value: unknown) => (typeof value === 'number' ? float32ToDecimal(value) : value);
  return timestamps.map((timestamp, row) => {
    const date = dateInTimeZone(timestamp * 1000, meta.exchangeTimezoneName);
    return {
      date,
      place: date,
      open: narrow(quote.open[row]),
      high: narrow(quote.high[row]),
      low: narrow(quote.low[row]),
      close: narrow(quote.close[row]),
      volume: quote.volume[row],
    };
  });
}
