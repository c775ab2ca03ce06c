import { hourMs } from '@stockbook/common/durations';
import type { RawBar } from '../../bars/clean-bars.ts';
import { dateInTimeZone } from '../../bars/time-zone.ts';
import type { Chart } from './chart-schema.ts';

/** Sessions of currencies, crypto currencies and futures last from midnight to midnight. */
const minRoundTheClockMs = 23 * hourMs;

/**
 * The last day before `end` with evidence of trading in `chart`, or null. Holidays and trading halts leave neither
 * trades nor prices.
 *
 * @param rows the rows before `end`
 */
export function lastSessionBefore(end: string, chart: Chart, rows: readonly RawBar[]): string | null {
  const traded = lastTradeDate(chart, rows);
  let last = traded !== null && traded < end ? traded : null;
  for (const row of rows) {
    if ((last === null || row.date > last) && hasPrice(row)) last = row.date;
  }
  return last;
}

/** Any price proves trading, even if the close is null. */
function hasPrice({ open, high, low }: RawBar): boolean {
  return [open, high, low].some((price) => typeof price === 'number' && price > 0);
}

function lastTradeDate({ meta }: Chart, rows: readonly RawBar[]): string | null {
  const session = meta.currentTradingPeriod?.regular;
  if (session === undefined) return null;
  // Currencies are quoted at the weekend, too, when there is no session: only a row proves a session.
  if (session.end - session.start >= minRoundTheClockMs) return rows.at(-1)?.date ?? null;
  const sessionDate = dateInTimeZone(session.start, meta.exchangeTimezoneName);
  if (meta.regularMarketTime == null) {
    // `currentTradingPeriod` alone proves nothing: it may be a holiday.
    return rows.some(({ date }) => date === sessionDate) ? sessionDate : null;
  }
  const tradeDate = dateInTimeZone(meta.regularMarketTime, meta.exchangeTimezoneName);
  if (tradeDate < sessionDate) return tradeDate;
  return sessionDate;
}
