import type { UTCTimestamp } from 'lightweight-charts';

/** A calendar date `YYYY-MM-DD` in seconds since 1970, as the charts count. */
export function barTime(date: string): UTCTimestamp {
  return (Date.parse(date) / 1000) as UTCTimestamp;
}
