import type { FloatColumns } from '@stockbook/db';
import { describe, expect, it } from 'vitest';
import { mergeBars } from './merge-bars.ts';

/** Bars of January 2026. All columns of a bar have the same value. */
function bars(...entries: [day: number, price: number][]): FloatColumns {
  const price = Float64Array.from(entries, ([, value]) => value);
  const date = entries.map(([day]) => `2026-01-${String(day).padStart(2, '0')}`);
  return { date, open: price, high: price, low: price, close: price, volume: price };
}

describe('mergeBars', () => {
  it.each([
    ['appends later days', bars([1, 10]), bars([2, 11]), bars([1, 10], [2, 11])],
    [
      'replaces bars of the same days',
      bars([1, 10], [2, 11]),
      bars([2, 12], [3, 13]),
      bars([1, 10], [2, 12], [3, 13]),
    ],
    ['inserts missing days', bars([1, 10], [3, 13]), bars([2, 11]), bars([1, 10], [2, 11], [3, 13])],
    ['puts earlier days first', bars([3, 13]), bars([1, 10], [2, 11]), bars([1, 10], [2, 11], [3, 13])],
    ['keeps the stored bars when the update is empty', bars([1, 10]), bars(), bars([1, 10])],
    ['returns the update when no bars are stored', bars(), bars([1, 10]), bars([1, 10])],
  ])('merges two histories: %s', (_, stored, update, merged) => {
    expect(mergeBars(stored, update)).toEqual(merged);
  });
});
