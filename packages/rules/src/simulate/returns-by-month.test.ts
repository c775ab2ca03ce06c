import { dayNumber } from '@stockbook/common/days';
import { expect, it } from 'vitest';
import { returnsByMonth } from './returns-by-month.ts';

const returnsOf = (...rows: readonly (readonly [date: string, equity: number])[]) =>
  returnsByMonth(
    Int32Array.from(rows, ([date]) => dayNumber(date)),
    Float64Array.from(rows, ([, equity]) => equity),
  );

/** Twelve months without a return, except these by their number from 1. */
const months = (returns: Record<number, number | null>) =>
  Array.from({ length: 12 }, (_, index) => returns[index + 1] ?? null);

it('counts a month from the last value of the one before, and the first one from the first value', () => {
  const years = returnsOf(
    ['2023-11-29', 100],
    ['2023-11-30', 110],
    ['2023-12-01', 50],
    ['2023-12-29', 99],
    // None in January.
    ['2024-02-01', 198],
    ['2024-03-01', 148.5],
  );
  expect(years).toEqual([
    { year: 2023, months: months({ 11: 10, 12: -10 }), returnPercent: -1 },
    { year: 2024, months: months({ 2: 100, 3: -25 }), returnPercent: 50 },
  ]);
});

it('has no returns after the equity was 0', () => {
  expect(returnsOf(['2024-01-02', 100], ['2024-02-01', 0], ['2024-03-01', 0], ['2025-01-02', 0])).toEqual([
    { year: 2024, months: months({ 1: 0, 2: -100 }), returnPercent: -100 },
    { year: 2025, months: months({}), returnPercent: null },
  ]);
});
