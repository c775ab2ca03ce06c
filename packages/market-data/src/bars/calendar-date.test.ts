import { describe, expect, it } from 'vitest';
import { firstIndexFrom, isCalendarDate, weekdaysBetween } from './calendar-date.ts';

describe('isCalendarDate', () => {
  it.each(['0001-01-01', '1990-01-01', '2024-02-29', '2026-12-31'])('accepts %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });
  it.each([
    '2023-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '24-01-01',
    '2024-1-1',
    '2024-01-01T00',
    '0000-01-01',
    '',
  ])('rejects %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('weekdaysBetween', () => {
  it('includes the first day and excludes the end', () => {
    expect(weekdaysBetween('2026-11-19', '2026-11-24')).toEqual(['2026-11-19', '2026-11-20', '2026-11-23']);
  });
  it('returns earlier days after a call for later days', () => {
    weekdaysBetween('2030-01-01', '2030-02-01');
    expect(weekdaysBetween('1990-01-01', '1990-01-03')).toEqual(['1990-01-01', '1990-01-02']);
  });
  it('returns no day when the end is not after the first day', () => {
    expect(weekdaysBetween('2026-11-19', '2026-11-19')).toEqual([]);
    expect(weekdaysBetween('2026-11-20', '2026-11-10')).toEqual([]);
  });
});

describe('firstIndexFrom', () => {
  it.each([
    ['2026-01-01', 0],
    ['2026-01-05', 0],
    ['2026-01-06', 1],
    ['2026-01-07', 1],
    ['2026-01-08', 2],
  ])('returns the index of the first date from %s on: %i', (date, index) => {
    expect(firstIndexFrom(['2026-01-05', '2026-01-07'], date)).toBe(index);
  });
});
