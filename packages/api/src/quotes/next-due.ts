import { hourMs, minuteMs } from '@stockbook/common/durations';
import {
  lastOpening,
  lunchAt,
  nextOpening,
  type SourceQuote,
  sessionOn,
  type TradingHours,
} from '@stockbook/market-data';
import { dateInTimeZone } from '@stockbook/market-data/time-zone';

/** Before and after hours, prices are rare. */
const extendedIntervalMs = 5 * minuteMs;

/** How often, and how long, a market is asked that should have opened. */
const lateOpening = { everyMs: 15 * minuteMs, forMs: 2 * hourMs };

/** After the close, the last trade may be published so much later than the delay. */
const lastTradeMs = 5 * minuteMs;

/** Measured delays reach 17 minutes; one that is not known yet must not end the day with an early price. */
const maxUsualDelayMinutes = 20;

/** The next mark of an interval, counted from midnight in UTC plus the phase. */
export function nextMark(now: Date, intervalS: number, phaseS: number): Date {
  const interval = intervalS * 1000;
  const phase = phaseS * 1000;
  return new Date((Math.floor((now.getTime() - phase) / interval) + 1) * interval + phase);
}

type Fetched = Pick<SourceQuote, 'marketState' | 'time' | 'delayMinutes'>;

/**
 * When the next quote of a stock is due, by the one that was fetched at `now`.
 * @param mark the next one of the interval
 */
export function nextDue(quote: Fetched, hours: TradingHours, now: Date, mark: Date): Date {
  const time = now.getTime();
  if (quote.marketState === 'open' || isBeforeLastTrade(quote, hours, time)) return mark;
  const delayMs = (quote.delayMinutes ?? 0) * minuteMs;
  const opening = nextOpening(hours, time) + delayMs;
  if (quote.marketState !== 'closed') {
    return new Date(Math.max(mark.getTime(), Math.min(time + extendedIntervalMs, opening)));
  }
  const lunch = hasTradedToday(quote, hours, time) ? lunchAt(hours, time) : null;
  if (lunch !== null) return new Date(lunch.endsAt + delayMs);
  const expected = lastOpening(hours, time);
  const isLate = expected !== null && time < expected + delayMs + lateOpening.forMs;
  return new Date(isLate ? time + lateOpening.everyMs : opening);
}

/** Whether the market has just closed, or paused for lunch, and the last trade before may still come. */
function isBeforeLastTrade(quote: Fetched, hours: TradingHours, now: number): boolean {
  const closesAt =
    lunchAt(hours, now)?.startsAt ?? sessionOn(hours, dateInTimeZone(now, hours.timezone)).closesAt;
  const delayMs = (quote.delayMinutes ?? maxUsualDelayMinutes) * minuteMs;
  const hasJustClosed = now >= closesAt && now < closesAt + delayMs + lastTradeMs;
  return hasJustClosed && hasTradedToday(quote, hours, now) && quote.time.getTime() < closesAt;
}

function hasTradedToday({ time }: Fetched, { timezone }: TradingHours, now: number): boolean {
  return dateInTimeZone(time.getTime(), timezone) === dateInTimeZone(now, timezone);
}
