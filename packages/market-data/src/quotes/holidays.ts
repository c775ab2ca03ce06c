import { minuteMs } from '@stockbook/common/durations';
import { dateInTimeZone } from '../bars/time-zone.ts';
import type { RawQuote } from './accept-quote.ts';
import type { QuotedInstrument } from './quote-provider.ts';
import { exchangeOf, sessionOn, tradingHours } from './sessions.ts';

/** After the opening, a stock that trades has done so. */
const quietStartMs = 30 * minuteMs;

/**
 * Finds holidays by the trades: a market is closed if it is said to be open, and nothing of the exchange has traded
 * today 30 minutes, and the delay, after the opening. A stock without a trade on a day on which others of its exchange
 * have traded stays in an open market.
 */
export function createHolidayFinder(): (
  instruments: readonly QuotedInstrument[],
  quotes: readonly RawQuote[],
  now: number,
) => RawQuote[] {
  /** The last trade of each exchange. */
  const lastTrades = new Map<string, number>();
  return (instruments, quotes, now) => {
    const learnedOf = new Map(instruments.map(({ symbol, learned }) => [symbol, learned]));
    for (const quote of quotes) {
      const key = exchangeOf(quote);
      const time = quote.time !== null && quote.time <= now ? quote.time : 0;
      lastTrades.set(key, Math.max(lastTrades.get(key) ?? 0, time));
    }
    return quotes.map((quote): RawQuote => {
      if (quote.marketState !== 'open') return quote;
      const { symbol, timezone } = quote;
      const hours = { ...tradingHours(symbol, timezone, learnedOf.get(symbol)), timezone };
      if (hours.hasCurrencyWeek) return quote;
      const today = dateInTimeZone(now, quote.timezone);
      const delayMs = (quote.delayMinutes ?? 0) * minuteMs;
      if (now < sessionOn(hours, today).opensAt + quietStartMs + delayMs) return quote;
      const last = lastTrades.get(exchangeOf(quote)) ?? 0;
      const hasTraded = dateInTimeZone(last, quote.timezone) === today;
      return hasTraded ? quote : { ...quote, marketState: 'closed' };
    });
  };
}
