import { describe, expect, it } from 'vitest';
import { isChartRange, rangeStart, rangeWith } from './chart-range.ts';

describe('rangeStart', () => {
  it('counts calendar months back from the last bar', () => {
    expect(rangeStart('1M', '2026-11-20')).toBe('2026-10-20');
    expect(rangeStart('3M', '2026-02-10')).toBe('2025-11-10');
    expect(rangeStart('6M', '2026-11-20')).toBe('2026-05-20');
    expect(rangeStart('1Y', '2026-11-20')).toBe('2025-11-20');
  });

  it('returns the last day of a shorter month', () => {
    expect(rangeStart('1M', '2026-03-31')).toBe('2026-02-28');
    expect(rangeStart('1M', '2024-03-31')).toBe('2024-02-29');
    expect(rangeStart('1Y', '2024-02-29')).toBe('2023-02-28');
    expect(rangeStart('3M', '2026-05-31')).toBe('2026-02-28');
  });

  it('counts years back, and from the start of the year', () => {
    expect(rangeStart('5Y', '2026-11-20')).toBe('2021-11-20');
    expect(rangeStart('YTD', '2026-11-20')).toBe('2026-01-01');
  });

  it('returns the start of 1990 for ALL', () => {
    expect(rangeStart('ALL', '2026-11-20')).toBe('1990-01-01');
  });
});

it('accepts only the names of ranges', () => {
  expect(isChartRange('3M')).toBe(true);
  expect(isChartRange('5Y')).toBe(true);
  expect(isChartRange('2Y')).toBe(false);
  expect(isChartRange(undefined)).toBe(false);
});

it('shows all bars for a date before the default range', () => {
  expect(rangeWith('2025-11-20', '2026-11-20')).toBe('1Y');
  expect(rangeWith('2025-11-19', '2026-11-20')).toBe('ALL');
});
