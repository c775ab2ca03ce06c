import { type BarColumns, barTime, indexFrom } from '#components/chart/bar-columns.ts';
import type { Interval } from './view/chart-view.ts';

/** In seconds. */
const day = 86_400;

/** The start of the day, week or month of a date `YYYY-MM-DD`, in seconds since 1970, which began on a Thursday. */
function periodStart(date: string, interval: Interval): number {
  const time = barTime(date);
  if (interval === 'weekly') return time - ((time / day + 3) % 7) * day;
  return interval === 'monthly' ? barTime(`${date.slice(0, 7)}-01`) : time;
}

/**
 * The index of the bar of the day, week or month of a date `YYYY-MM-DD` or, if that has none, of the next bar. Outside
 * of the bars there is no bar at the index.
 */
export function indexOfPeriod(bars: BarColumns, interval: Interval, date: string): number {
  return barTime(date) < (bars.time[0] ?? 0) ? -1 : indexFrom(bars, periodStart(date, interval));
}
