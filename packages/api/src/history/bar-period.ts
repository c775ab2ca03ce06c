import { dateInTimeZone } from '@stockbook/market-data/time-zone';
import type { BarInterval } from './schemas.ts';

/** The units of PostgreSQL's `date_trunc` by which daily bars are aggregated. */
export const periodUnits = { weekly: 'week', monthly: 'month' } as const satisfies Partial<
  Record<BarInterval, string>
>;

/** Today's date (`YYYY-MM-DD`) at the exchange; in UTC if its time zone is not known. */
export function exchangeToday(timezone: string | null, now: Date): string {
  return dateInTimeZone(now.getTime(), timezone ?? 'UTC');
}
