import type { RawBar } from '../../bars/clean-bars.ts';
import { dateInTimeZone } from '../../bars/time-zone.ts';
import type { Chart } from './chart-schema.ts';

/** The sessions of currencies, crypto and futures last from midnight to midnight. */
const roundTheClockMs = 23 * 3_600_000;

/**
 * The last day before `end` on which `chart` proves that there was trading; null where it proves none. A holiday has
 * neither trades nor prices, and neither has a day on which trading in the stock is halted.
 * @param rows those before `end`
 */
export function lastSessionBefore(end: string, chart: Chart, rows: readonly RawBar[]): string | null {
  const dates = rows.filter(hasPrice).map(({ date }) => date);
  const traded = lastTradeDate(chart, rows);
  if (traded !== null && traded < end) dates.push(traded);
  return dates.toSorted().at(-1) ?? null;
}

/** Where a row has the day's other prices there was trading, also if its close is null. */
function hasPrice({ open, high, low }: RawBar): boolean {
  return [open, high, low].some((price) => typeof price === 'number' && price > 0);
}

function lastTradeDate({ meta }: Chart, rows: readonly RawBar[]): string | null {
  const session = meta.currentTradingPeriod?.regular;
  if (session === undefined) return null;
  // Quotes of currencies go on at the weekend, when there is no session: only a row proves one.
  if (session.end - session.start >= roundTheClockMs) return rows.at(-1)?.date ?? null;
  const sessionDate = dateInTimeZone(session.start, meta.exchangeTimezoneName);
  if (meta.regularMarketTime == null) {
    // The session alone proves nothing: Yahoo may name one on a holiday, too.
    return rows.some(({ date }) => date === sessionDate) ? sessionDate : null;
  }
  const tradeDate = dateInTimeZone(meta.regularMarketTime, meta.exchangeTimezoneName);
  if (tradeDate < sessionDate) return tradeDate;
  return sessionDate;
}
