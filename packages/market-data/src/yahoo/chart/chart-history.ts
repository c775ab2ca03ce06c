import { dayMs } from '../../bars/calendar-date.ts';
import { type CleanedBars, cleanBars, type RawBar } from '../../bars/clean-bars.ts';
import { dateInTimeZone, timeInTimeZone } from '../../bars/time-zone.ts';
import { MarketDataError } from '../../provider/market-data-error.ts';
import type { Split } from '../../provider/provider.ts';
import type { Chart } from './chart-schema.ts';
import { float32ToDecimal } from './float32-to-decimal.ts';
import { lastSessionBefore } from './last-session.ts';

/** Yahoo's data of some exchanges, closing auction included, is delayed by up to 20 minutes. */
const settlementDelayMs = 20 * 60_000;
const minuteMs = 60_000;

export interface ChartHistory extends CleanedBars {
  readonly splits: readonly Split[];
  readonly pendingCloseDate: string | null;
  readonly lastMinute?: string;
}

/**
 * The final valid bars and the splits of `chart` from the day `from` (`YYYY-MM-DD`) on, dated in the exchange's time
 * zone. Neither `bars` nor `rejectedDates` include a day that has not ended at `now` (milliseconds since 1970), and
 * `rejectedDates` includes no day after the last valid bar: its prices may still come.
 *
 * @throws MarketDataError `bad_data` if there are rows but no valid bar
 */
export function chartHistory(chart: Chart, from: string, now: number): ChartHistory {
  const end = firstUnfinishedDate(chart, now);
  const rows = rawBars(chart).filter(({ date }) => date >= from && date < end);
  const cleaned = cleanBars(rows);
  if (rows.length > 0 && cleaned.bars.date.length === 0) {
    const message = `Yahoo Finance returned no valid prices for "${chart.meta.symbol}"`;
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
  const lastMinute = session && timeInTimeZone(session.end - minuteMs, chart.meta.exchangeTimezoneName);
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

/** The first day whose bar is not final at `now`: the day of the current or next session, at most tomorrow. */
function firstUnfinishedDate({ meta }: Chart, now: number): string {
  const timeZone = meta.exchangeTimezoneName;
  const session = meta.currentTradingPeriod?.regular;
  // Without session data the exchange may be open.
  if (session === undefined) return dateInTimeZone(now, timeZone);
  const tomorrow = now + dayMs;
  const hasEnded = now >= session.end + settlementDelayMs;
  return dateInTimeZone(hasEnded ? tomorrow : Math.min(session.start, tomorrow), timeZone);
}

function rawBars({ meta, timestamps, quote }: Chart): RawBar[] {
  const toDecimal = (value: unknown) => (typeof value === 'number' ? float32ToDecimal(value) : value);
  return timestamps.map((timestamp, row) => {
    const date = dateInTimeZone(timestamp * 1000, meta.exchangeTimezoneName);
    return {
      date,
      label: date,
      open: toDecimal(quote.open[row]),
      high: toDecimal(quote.high[row]),
      low: toDecimal(quote.low[row]),
      close: toDecimal(quote.close[row]),
      volume: quote.volume[row],
    };
  });
}
