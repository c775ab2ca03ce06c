import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '@stockbook/common/durations';
import { dateInTimeZone, instantInTimeZone } from '@stockbook/market-data/time-zone';

/** Exchange time by which most exchanges have closed (Xetra, one of the last, at 17:30) and published their closes. */
const settledAt = '18:00';

/** If a session ends later, its bar counts as final this long after its last minute. */
const settlementDelayMs = 30 * minuteMs;

/** Spreads the refreshes of one exchange, so that they do not reach the provider all at once. */
const jitterMs = hourMs;

/** A pending close is checked every 30 to 60 minutes for three hours, then every morning. */
const minCloseCheckMs = 30 * minuteMs;
const frequentChecksMs = 3 * hourMs;

/** Exchange time before most exchanges open. */
const morning = '07:00';

/** Delay after a failed refresh. */
export const retryAfterMs = hourMs;

/** A delay from 0 to `jitterMs` that is constant for a symbol. */
function jitterOf(symbol: string): number {
  return (createHash('sha256').update(symbol).digest().readUInt32BE() / 2 ** 32) * jitterMs;
}

function isWeekday(date: string): boolean {
  const day = new Date(date).getUTCDay();
  return day !== 0 && day !== 6;
}

/**
 * When to refresh a stock again that was refreshed at `now`: after the next weekday close of its exchange, or sooner
 * if a close is pending.
 * @param timezone of the exchange; null counts as UTC
 * @param lastMinute of the exchange's session, `HH:MM`; currency pairs trade until midnight. Default: Xetra's
 * @param pendingSince when a close was first found missing; null if none is
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
    return new Date(now.getTime() + minCloseCheckMs + jitterOf(symbol) / 2);
  }
  const inTheMorning = nextMorningAt(symbol, zone, now);
  return new Date(Math.min(inTheMorning.getTime(), afterClose.getTime()));
}

function nextCloseSettledAt(symbol: string, zone: string, now: Date, lastMinute: string): Date {
  // Start with yesterday: its session may have ended so late that its bar becomes final today.
  for (let daysAhead = -1; ; daysAhead += 1) {
    const date = dateInTimeZone(now.getTime() + daysAhead * dayMs, zone);
    const settled = Math.max(
      instantInTimeZone(date, settledAt, zone),
      instantInTimeZone(date, lastMinute, zone) + settlementDelayMs,
    );
    const due = new Date(settled + jitterOf(symbol));
    if (isWeekday(date) && due > now) return due;
  }
}

function nextMorningAt(symbol: string, zone: string, now: Date): Date {
  for (let daysAhead = 0; ; daysAhead += 1) {
    const date = dateInTimeZone(now.getTime() + daysAhead * dayMs, zone);
    const due = new Date(instantInTimeZone(date, morning, zone) + jitterOf(symbol));
    if (due > now) return due;
  }
}
