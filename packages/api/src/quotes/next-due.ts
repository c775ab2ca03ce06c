import { hourMs, minuteMs } from '@stockbook/common/durations';
import {
  isOpenAt,
  isWeekday,
  nextOpening,
  type SourceQuote,
  sessionOn,
  tradingHours,
} from '@stockbook/market-data';
import { dateInTimeZone } from '@stockbook/market-data/time-zone';

/** Before and after hours, prices are rare. */
const extendedIntervalMs = 5 * minuteMs;

/** How often, and how long, a market is asked that should have opened. */
const lateOpening = { everyMs: 15 * minuteMs, forMs: 2 * hourMs };

/** After the close, the last trade may be published so much later than the delay. */
const lastTradeMs = 5 * minuteMs;

/** The next mark of an interval, counted from midnight in UTC plus the phase. */
export function nextMark(now: Date, intervalS: number, phaseS: number): Date {
  const interval = intervalS * 1000;
  const phase = phaseS * 1000;
  return new Date((Math.floor((now.getTime() - phase) / interval) + 1) * interval + phase);
}

type Fetched = Pick<SourceQuote, 'symbol' | 'timezone' | 'marketState' | 'time'> & {
  readonly delayMinutes: number | null;
};

/** When the next quote of a stock is due, by the one that was fetched at `now`. */
export function nextDue(quote: Fetched, now: Date, intervalS: number, phaseS: number): Date {
  const mark = nextMark(now, intervalS, phaseS);
  const time = now.getTime();
  const hours = tradingHours(quote.symbol, quote.timezone);
  const opening = nextOpening(hours, time);
  const delayMs = (quote.delayMinutes ?? 0) * minuteMs;
  switch (quote.marketState) {
    case 'open':
      return mark;
    case 'pre':
    case 'post':
      return new Date(Math.max(mark.getTime(), Math.min(time + extendedIntervalMs, opening + delayMs)));
    case 'closed': {
      const today = dateInTimeZone(time, hours.timezone);
      const { opensAt, closesAt } = sessionOn(hours, today);
      const hasJustClosed = time >= closesAt && time < closesAt + delayMs + lastTradeMs;
      const tradedToday = dateInTimeZone(quote.time.getTime(), hours.timezone) === today;
      if (hasJustClosed && tradedToday && quote.time.getTime() < closesAt) return mark;
      const shouldBeOpen = isOpenAt(hours, time) || (isWeekday(today) && time >= opensAt);
      if (shouldBeOpen && time < opensAt + delayMs + lateOpening.forMs) {
        return new Date(time + lateOpening.everyMs);
      }
      return new Date(opening + delayMs);
    }
  }
}
