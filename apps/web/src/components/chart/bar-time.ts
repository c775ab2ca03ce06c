import type { UTCTimestamp } from 'lightweight-charts';

/** A calendar date `YYYY-MM-DD` as midnight UTC in seconds since 1970, the time unit of lightweight-charts. */
export function barTime(date: string): UTCTimestamp {
  return (Date.parse(date) / 1000) as UTCTimestamp;
}
