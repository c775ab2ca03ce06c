import type { FloatColumns } from '@stockbook/db';
import { expect, it } from 'vitest';
import { areSameBars } from './recalculate-indicators.ts';

/** Bars of January 2026. All columns of a bar have the same value. */
function bars(...entries: [day: number, price: number][]): FloatColumns {
  const price = Float64Array.from(entries, ([, value]) => value);
  const date = entries.map(([day]) => `2026-01-${String(day).padStart(2, '0')}`);
  return { date, open: price, high: price, low: price, close: price, volume: price };
}

it.each([
  [true, 'are equal', bars([1, 10]), bars([1, 10])],
  [false, 'differ in a price', bars([1, 10]), bars([1, 11])],
  [false, 'differ in a date', bars([1, 10]), bars([2, 10])],
  [false, 'have a day more', bars([1, 10]), bars([1, 10], [2, 10])],
  [false, 'have a day less', bars([1, 10], [2, 10]), bars([1, 10])],
])('areSameBars returns %s when the bars %s', (areSame, _, a, b) => {
  expect(areSameBars(a, b)).toBe(areSame);
});
