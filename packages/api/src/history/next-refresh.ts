import { createHash } from 'node:crypto';
import { dateInTimeZone, instantInTimeZone } from '@stockbook/market-data/time-zone';

const dayMs = 24 * 60 * 60 * 1000;

/** By then most exchanges have closed (Xetra, one of the last, at 17:30) and their closes are published. */
const settledAt = '18:00';

/** So long after the last minute of its session the bar of a day is final, where the exchange is open for longer. */
const settlementDelayMs = 30 * 60 * 1000;

/** The refreshes of one exchange are spread over so long, so that the provider is not stormed. */
const jitterMs = 60 * 60 * 1000;

/** A pending close is asked for after 30 to 60 minutes, for three hours, and then every morning. */
const minCloseCheckMs = 30 * 60 * 1000;
const frequentChecksMs = 3 * 60 * 60 * 1000;

/** Before most exchanges open, by their clocks. */
const morning = '07:00';

/** A failed refresh is tried again after so long. */
export const retryAfterMs = 60 * 60 * 1000;

/** A moment within the spread that is a stock's own. */
function offsetOf(symbol: string): number {
  return (createHash('sha256').update(symbol).digest().readUInt32BE() / 2 ** 32) * jitterMs;
}

function isWeekday(date: string): boolean {
  const day = new Date(date).getUTCDay();
  return day !== 0 && day !== 6;
}

/**
 * When a stock that was refreshed at `now` has news again: after the next close of its exchange on a weekday, by
 * the exchange's time zone (UTC where it is not known). A pending close is asked for sooner.
 * @param lastMinute the last minute of the exchange's session, `HH:MM`; currency pairs are traded until
 * midnight. Where it is not known, Xetra's
 * @param pendingSince when a close was first found to be missing; null where none is pending
 */
export function nextRefreshAt(
  symbol: string,
  timezone: string | null,
  now: Date,
  lastMinute = '17:29',
  pendingSince: Date | null = null,
): Date {
  const zone = timezone ?? 'UTC';
  const afterClose = nextCloseSettledAt(symbol, zone, now, lastMinute);
  if (pendingSince === null) return afterClose;
  if (now.getTime() - pendingSince.getTime() < frequentChecksMs) {
    return new Date(now.getTime() + minCloseCheckMs + offsetOf(symbol) / 2);
  }
  const inTheMorning = nextMorningAt(symbol, zone, now);
  return new Date(Math.min(inTheMorning.getTime(), afterClose.getTime()));
}

function nextCloseSettledAt(symbol: string, zone: string, now: Date, lastMinute: string): Date {
  // Yesterday's session may have ended so late that its bar is final only today.
  for (let ahead = -1; ; ahead += 1) {
    const date = dateInTimeZone(now.getTime() + ahead * dayMs, zone);
    const settled = Math.max(
      instantInTimeZone(date, settledAt, zone),
      instantInTimeZone(date, lastMinute, zone) + settlementDelayMs,
    );
    const due = new Date(settled + offsetOf(symbol));
    if (isWeekday(date) && due > now) return due;
  }
}

function nextMorningAt(symbol: string, zone: string, now: Date): Date {
  for (let ahead = 0; ; ahead += 1) {
    const date = dateInTimeZone(now.getTime() + ahead * dayMs, zone);
    const due = new Date(instantInTimeZone(date, morning, zone) + offsetOf(symbol));
    if (due > now) return due;
  }
}
