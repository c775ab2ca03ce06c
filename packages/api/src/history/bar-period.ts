import { dateInTimeZone } from '@stockbook/market-data/time-zone';
import type { BarInterval } from '../stocks/schemas.ts';

/** The weeks and months that daily bars are gathered into, in PostgreSQL's words. */
export const periodUnits = { weekly: 'week', monthly: 'month' } as const satisfies Partial<
  Record<BarInterval, string>
>;

/** Today's date (`YYYY-MM-DD`) where a stock is traded; in UTC where that is not known. */
export function exchangeToday(timezone: string | null, now: Date): string {
  return dateInTimeZone(now.getTime(), timezone ?? 'UTC');
}
