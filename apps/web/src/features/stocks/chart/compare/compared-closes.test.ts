import { expect, it } from 'vitest';
import { columnsOf } from '#testing/bar-columns.ts';
import { comparedCloses, returnBetween } from './compared-closes.ts';

const barsOf = (closes: Record<string, number>) =>
  columnsOf(
    Object.entries(closes).map(([date, close]) => ({
      date,
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
    })),
  );

it('takes the last close at or before each bar', () => {
  const own = barsOf({ '2026-11-17': 1, '2026-11-18': 2, '2026-11-20': 3 });
  const other = barsOf({ '2026-11-18': 10, '2026-11-19': 11, '2026-11-21': 12 });
  // The close of November 19 belongs to the bar of the 18th, which lasts until the 20th.
  expect(comparedCloses(own, other)).toEqual([undefined, 11, 12]);
});

it('returns the change between the first and the last visible price', () => {
  expect(returnBetween([undefined, 10, 11, 12], { from: 0, to: 2 })).toEqual({
    first: 10,
    last: 11,
    percent: 10,
  });
  expect(returnBetween([undefined, undefined, 10], { from: 0, to: 1 })).toBeNull();
  expect(returnBetween([0, 1], { from: 0, to: 1 })).toBeNull();
});
