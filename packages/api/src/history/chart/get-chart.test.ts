import { expect, it } from 'vitest';
import { lastDays, valuesAt } from './get-chart.ts';

const dates = ['2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-23'];

it('returns the value of each day, and null before the first', () => {
  const days = lastDays(dates, dates.slice(1), null);
  expect(days).toEqual([1, 2, 3, 4]);
  expect(valuesAt(days, { values: [7, 8, 9], begin: 2 })).toEqual([null, 7, 8, 9]);
});

it('returns the value of the last day of each week', () => {
  const weeks = ['2026-11-13', '2026-11-16'];
  expect(lastDays(dates, weeks, '2026-11-23')).toEqual([0, 3]);
  expect(lastDays(dates, weeks, null)).toEqual([0, 4]);
});
