import { describe, expect, it } from 'vitest';
import { formatDate, formatDay, formatDayAndTime, formatLocalDate } from './dates.ts';

it('formats dates as short month, day and year, independent of the time zone', () => {
  expect(formatDate('2026-11-20')).toBe('Nov 20, 2026');
  expect(formatDate('2026-01-01')).toBe('Jan 1, 2026');
  expect(formatDate(null)).toBe('N/A');
  expect(formatDate('soon')).toBe('N/A');
});

/** Noon of Nov 22, 2026 in the time zone of the test. */
const now = new Date(2026, 10, 22, 12, 0);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();

describe('the day of a timestamp', () => {
  it.each([
    [at(22, 0), 'today'],
    [at(22, 23, 59), 'today'],
    [at(21, 23, 59), 'yesterday'],
    [at(21, 0), 'yesterday'],
    [at(20, 23, 59), 'Nov 20, 2026'],
    [at(3, 9), 'Nov 3, 2026'],
  ])('%s is %s', (timestamp, day) => {
    expect(formatDay(timestamp, now)).toBe(day);
  });

  it('finds yesterday across the change of the month', () => {
    expect(formatDay(new Date(2026, 9, 31, 8).toISOString(), new Date(2026, 10, 1, 8))).toBe('yesterday');
  });

  it('has no words for near days as a date, and a time with 24 hours', () => {
    expect(formatLocalDate(at(22, 14))).toBe('Nov 22, 2026');
    expect(formatDayAndTime(at(22, 14, 3), now)).toBe('today 14:03');
    expect(formatDayAndTime(at(3, 0, 5), now)).toBe('Nov 3, 2026 00:05');
  });
});
