import { createHash } from 'node:crypto';
import { dateInTimeZone, instantInTimeZone } from '@stockbook/market-data/time-zone';

const dayMs = 24 * 60 * 60 * 1000;

/** By then the exchanges have closed (Frankfurt's Xetra is the last, at 17:30) and their closes are published. */
const settledAt = '18:00';

/** The refreshes of one exchange are spread over so long, so that the provider is not stormed. */
const spreadMs = 60 * 60 * 1000;

/** A failed refresh is tried again after so long. */
export const retryAfterMs = 60 * 60 * 1000;

/** A moment within the spread that is a stock's own. */
function offsetOf(symbol: string): number {
  return (createHash('sha256').update(symbol).digest().readUInt32BE() / 2 ** 32) * spreadMs;
}

function isWeekday(date: string): boolean {
  const day = new Date(date).getUTCDay();
  return day !== 0 && day !== 6;
}

/**
 * When a stock that was refreshed at `now` has news again: after the next close of its exchange on a weekday, by
 * the exchange's time zone (UTC where it is not known).
 */
export function nextRefreshAt(symbol: string, timezone: string | null, now: Date): Date {
  const zone = timezone ?? 'UTC';
  for (let ahead = 0; ; ahead += 1) {
    const date = dateInTimeZone(now.getTime() + ahead * dayMs, zone);
    const closing = new Date(instantInTimeZone(date, settledAt, zone) + offsetOf(symbol));
    if (isWeekday(date) && closing > now) return closing;
  }
}
