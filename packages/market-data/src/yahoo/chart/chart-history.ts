import { dayMs, minuteMs } from '@stockbook/common/durations';
import { type CleanedBars, cleanBars, type RawBar } from '../../bars/clean-bars.ts';
import { dateInTimeZone, timeInTimeZone } from '../../bars/time-zone.ts';
import { MarketDataError } from '../../provider/market-data-error.ts';
import type { Dividend, Split } from '../../provider/provider.ts';
import type { Chart } from './chart-schema.ts';
import { float32ToDecimal } from './float32-to-decimal.ts';
import { lastSessionBefore } from './last-session.ts';

/** Yahoo's data of some exchanges, closing auction included, is delayed by up to 20 minutes. */
const settlementDelayMs = 20 * minuteMs;

export interface ChartHistory extends CleanedBars {
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  readonly pendingCloseDate: string | null;
  readonly lastMinute?: string;
  readonly opens?: string;
}

/**
 * The final valid bars, the splits and the dividends of `chart` from the day `from` (`YYYY-MM-DD`) on, dated in the
 * exchange's time zone. Neither `bars` nor `rejectedDates` include a day that has not ended at `now` (milliseconds
 * since 1970), and `rejectedDates` includes no day after the last valid bar: its prices may still come.
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
  const { date: dates } = cleaned.bars;
  const hasBar = new Set(dates);
  const rejectedDates = [...new Set(cleaned.rejectedDates)].filter(
    (date) => date < (dates.at(-1) ?? '') && !hasBar.has(date),
  );
  const session = chart.meta.currentTradingPeriod?.regular;
  const timeOf = (instant: number) => timeInTimeZone(instant, chart.meta.exchangeTimezoneName);
  const lastSession = lastSessionBefore(end, chart, rows);
  const isPending = lastSession !== null && lastSession > (dates.at(-1) ?? '') && lastSession >= from;
  return {
    ...cleaned,
    rejectedDates,
    splits: splitsOf(chart, from),
    dividends: dividendsOf(chart, from),
    pendingCloseDate: isPending ? lastSession : null,
    ...(session && { opens: timeOf(session.start), lastMinute: timeOf(session.end - minuteMs) }),
  };
}

/** `events` on the day `from` or later, ascending, each with its date in the exchange's time zone. */
function datedEvents<Event extends { readonly date: number }>(
  { meta }: Chart,
  events: readonly Event[],
  from: string,
): { date: string; event: Event }[] {
  return events
    .map((event) => ({ date: dateInTimeZone(event.date, meta.exchangeTimezoneName), event }))
    .filter(({ date }) => date >= from)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function splitsOf(chart: Chart, from: string): Split[] {
  return datedEvents(chart, chart.splits, from).map(({ date, event: { numerator, denominator } }) => ({
    date,
    numerator,
    denominator,
  }));
}

/** A regular and a special dividend of one day are added up. */
function dividendsOf(chart: Chart, from: string): Dividend[] {
  const amounts = new Map<string, number>();
  for (const { date, event } of datedEvents(chart, chart.dividends, from)) {
    amounts.set(date, (amounts.get(date) ?? 0) + event.amount);
  }
  const currency = chart.meta.currency ?? null;
  return Array.from(amounts, ([date, amount]) => ({ date, amount, currency }));
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
