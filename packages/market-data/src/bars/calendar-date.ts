export const dayMs = 86_400_000;
const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** The first day of which any provider is asked for prices; a Monday. */
export const FIRST_DATE = '1990-01-01';

/** Whether `text` is a day of the calendar, written `YYYY-MM-DD`. There is no year 0, and PostgreSQL refuses it. */
export function isCalendarDate(text: string): boolean {
  if (!DATE_SHAPE.test(text) || text < '0001') return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && dateInUtc(new Date(instant)) === text;
}

/** The calendar date `YYYY-MM-DD` of `instant` in UTC. */
export function dateInUtc(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The weekdays (Monday to Friday) from 1990-01-01 on, as far as they were asked for yet. */
const weekdays: string[] = [];
let nextDay = Date.parse(FIRST_DATE);

/** The weekdays from `first`, no earlier than 1990-01-01, to the last one before `end`, ascending. */
export function weekdaysBetween(first: string, end: string): string[] {
  for (const endDay = Date.parse(end); nextDay < endDay; nextDay += dayMs) {
    const day = new Date(nextDay);
    if (day.getUTCDay() % 6 !== 0) weekdays.push(dateInUtc(day));
  }
  return weekdays.slice(firstIndexFrom(weekdays, first), firstIndexFrom(weekdays, end));
}

/** The place of the first of the ascending `dates` that is `date` or later; their number when none is. */
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
