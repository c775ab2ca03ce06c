import { dateOfDay } from '@stockbook/common/days';
import { expect, it } from 'vitest';
import { dailyBars } from '../../test/simulate/daily-bars.ts';
import { firstDecisionBar, runRange, sliceBars } from './bars.ts';

const bars = dailyBars([
  [1, 1, 1, 1],
  [2, 2, 2, 2],
  [3, 3, 3, 3],
]);

it.each([
  [null, null, 0, 3],
  ['2024-01-02', '2024-01-02', 1, 2],
  ['2023-12-24', '2024-01-31', 0, 3],
  ['2024-01-04', null, 3, 3],
  [null, '2023-12-31', 0, 0],
  ['2024-01-03', '2024-01-01', 2, 2],
])('selects the bars from %s to %s, both included', (since, until, first, end) => {
  expect(runRange(bars.day, since, until)).toEqual({ first, end });
});

it('slices all columns', () => {
  const { day, open, high, low, close, dividend } = sliceBars(
    { ...bars, dividend: Float64Array.of(0, 5, 0) },
    { first: 1, end: 3 },
  );
  expect([...day].map(dateOfDay)).toEqual(['2024-01-02', '2024-01-03']);
  for (const column of [open, high, low, close]) expect([...column]).toEqual([2, 3]);
  expect(dividend).toEqual(Float64Array.of(5, 0));
});

it('counts the bars before the run towards the look-back', () => {
  expect([firstDecisionBar(199, 0), firstDecisionBar(199, 150), firstDecisionBar(199, 500)]).toEqual([
    200, 50, 1,
  ]);
});
