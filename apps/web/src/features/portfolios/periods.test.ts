import { expect, it } from 'vitest';
import { firstDayOf } from './periods.ts';

const life = '2010-01-01';

it('begins on the day after the same day of an earlier month', () => {
  expect(firstDayOf('1M', '2026-11-25', life)).toBe('2026-10-26');
  expect(firstDayOf('3M', '2026-02-28', life)).toBe('2025-11-29');
  expect(firstDayOf('1Y', '2026-11-25', life)).toBe('2025-11-26');
  expect(firstDayOf('YTD', '2026-11-25', life)).toBe('2026-01-01');
});

it('counts the last day of a shorter month', () => {
  expect(firstDayOf('1M', '2026-03-31', life)).toBe('2026-03-01');
  expect(firstDayOf('6M', '2026-08-31', life)).toBe('2026-03-01');
  expect(firstDayOf('1Y', '2024-02-29', life)).toBe('2023-03-01');
});

it('returns no day for the whole life, also if that is shorter', () => {
  expect(firstDayOf('ALL', '2026-11-25', life)).toBeUndefined();
  expect(firstDayOf('1Y', '2026-11-25', '2026-05-03')).toBeUndefined();
  expect(firstDayOf('YTD', '2026-11-25', '2026-01-01')).toBeUndefined();
});
