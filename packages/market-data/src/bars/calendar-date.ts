import { dayMs } from '@stockbook/common/durations';

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** The default start of Yahoo's and simulated histories; a Monday. */
export const firstDate = '1990-01-01';

/** Whether `text` is an existing date, `YYYY-MM-DD`. PostgreSQL rejects the year 0. */
export function isCalendarDate(text: string): boolean {
  if (!datePattern.test(text) || text < '0001') return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && dateInUtc(new Date(instant)) === text;
}

/** The calendar date `YYYY-MM-DD` of `instant` in UTC. */
export function dateInUtc(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Cache of the weekdays (Monday to Friday) since `firstDate`, extended on demand up to `nextDay`. */
const weekdays: string[] = [];
let nextDay = Date.parse(firstDate);

/** The weekdays from `first` (inclusive, not before `firstDate`) to `end` (exclusive), ascending. */
export function weekdaysBetween(first: string, end: string): string[] {
  for (const endDay = Date.parse(end); nextDay < endDay; nextDay += dayMs) {
    const day = new Date(nextDay);
    if (day.getUTCDay() % 6 !== 0) weekdays.push(dateInUtc(day));
  }
  return weekdays.slice(firstIndexFrom(weekdays, first), firstIndexFrom(weekdays, end));
}

/** Binary search: the index of the first of the ascending `dates` that is `date` or later, or `dates.length`. */
export function firstIndexFrom(dates: readonly string[], date: string): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle] ?? '') < date) low = middle + 1;
    else high = middle;
  }
  return low;
}
