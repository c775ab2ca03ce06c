import { dayMs } from './durations.ts';

/** The days since 1970-01-01 of a date `YYYY-MM-DD`, which without a time is one in UTC. */
export function dayNumber(date: string): number {
  return Date.parse(date) / dayMs;
}

/** Histories and lots share their days, so that each date is formatted and kept once. */
const dates = new Map<number, string>();

/** The date `YYYY-MM-DD` of a number of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A date `YYYY-MM-DD` as sentences name it: `Nov 20, 2026`. */
export function formatDay(date: string): string {
  return dateFormat.format(new Date(`${date}T00:00:00Z`));
}
