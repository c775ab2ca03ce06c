import { dateOfDay, dayNumber } from '@stockbook/common/days';
import { expect, it } from 'vitest';
import { countValues, rangeValues, splitDay, sweepRows } from './sweep.ts';

it.each([
  [{ from: 0.1, to: 0.5, step: 0.1 }, [0.1, 0.2, 0.3, 0.4, 0.5]],
  [{ from: 5, to: 14, step: 4 }, [5, 9, 13]],
  [{ from: -0.3, to: 0.3, step: 0.3 }, [-0.3, 0, 0.3]],
  [{ from: 1e-7, to: 3e-7, step: 1e-7 }, [1e-7, 2e-7, 3e-7]],
  [{ from: 1.05, to: 1.07, step: 0.01 }, [1.05, 1.06, 1.07]],
  [{ from: 7, to: 7, step: 1 }, [7]],
  [{ from: 8, to: 7, step: 1 }, []],
])('lists the values of %j without rounding errors', (range, values) => {
  expect(rangeValues(range)).toEqual(values);
  expect(countValues(range)).toBe(values.length);
});

it('counts the values of a range that is too large to list', () => {
  expect(countValues({ from: 0, to: 1e9, step: 0.001 })).toBe(1e12 + 1);
});

it('varies the last range fastest', () => {
  const rows = sweepRows([
    { from: 1, to: 2, step: 1 },
    { from: 10, to: 30, step: 10 },
  ]);
  expect(rows).toEqual([
    [1, 10],
    [1, 20],
    [1, 30],
    [2, 10],
    [2, 20],
    [2, 30],
  ]);
});

it.each([
  [30, '2024-01-08'],
  [33, '2024-01-08'],
  [90, '2024-01-02'],
  // 10 × (100 − 99.9) / 100 is 0.00999… in binary arithmetic, 0.01 in decimal.
  [99.9, '2024-01-02'],
  [0, null],
])('splits ten days with %d percent out of sample at %s', (percent, date) => {
  const first = dayNumber('2024-01-01');
  const split = splitDay(first, first + 10, percent);
  expect(split === null ? null : dateOfDay(split)).toBe(date);
});

it('rounds a split that falls on a whole day neither up nor down', () => {
  expect(splitDay(0, 1_000, 33.3)).toBe(667);
});
