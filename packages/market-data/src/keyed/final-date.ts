import { dayMs } from '@stockbook/common/durations';
import { dateInTimeZone, timeInTimeZone } from '../bars/time-zone.ts';

/**
 * The last day whose bar is final at `now`: today once `lastMinute` (`HH:MM`) of the exchange's day has passed,
 * otherwise yesterday. Until then the service may serve a provisional bar.
 */
export function lastFinalDate(now: Date, timezone: string, lastMinute: string): string {
  const isFinal = timeInTimeZone(now.getTime(), timezone) > lastMinute;
  return dateInTimeZone(now.getTime() - (isFinal ? 0 : dayMs), timezone);
}
