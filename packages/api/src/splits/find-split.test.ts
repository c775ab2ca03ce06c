import type { BarColumns } from '@stockbook/db';
import { expect, it } from 'vitest';
import { findSplit } from './find-split.ts';

const dates = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];

function barsOf(closes: readonly number[]): BarColumns {
  const date = dates.slice(0, closes.length);
  return { date, open: closes, high: closes, low: closes, close: closes, volume: closes };
}

const split = (date: string, numerator: number, denominator = 1) => ({ date, numerator, denominator });

it('finds a split that restates the prices before it', () => {
  const found = findSplit(barsOf([1200, 1210, 1190]), barsOf([120, 121, 119, 118]), [
    split('2026-01-08', 10),
  ]);
  expect(found).toEqual({ ratio: 10, text: '10:1', exDate: '2026-01-08' });
});

it('finds a split that is announced a day late', () => {
  const found = findSplit(barsOf([1200, 1210, 121]), barsOf([120, 121, 121, 118]), [split('2026-01-07', 10)]);
  expect(found).toMatchObject({ ratio: 10 });
});

it('finds a reverse split', () => {
  const found = findSplit(barsOf([1, 1.1]), barsOf([20, 22, 21]), [split('2026-01-07', 1, 20)]);
  expect(found).toEqual({ ratio: 0.05, text: '1:20', exDate: '2026-01-07' });
});

it('joins splits that become known together', () => {
  const found = findSplit(barsOf([1200, 1200, 600]), barsOf([200, 200, 200, 200]), [
    split('2026-01-07', 2),
    split('2026-01-08', 3),
  ]);
  expect(found).toEqual({ ratio: 6, text: '6:1', exDate: '2026-01-08' });
});

it.each([
  ['the stored prices include it', [120, 121], [120, 121, 119]],
  ['the prices were restated by another factor', [1200, 1210], [600, 605, 119]],
  ['no bar before it is stored', [], [120, 121, 119]],
])('finds none if %s', (_, stored, bars) => {
  expect(findSplit(barsOf(stored), barsOf(bars), [split('2026-01-07', 10)])).toBeNull();
});

it('ignores an older split that the stored prices include', () => {
  const splits = [split('2026-01-06', 2), split('2026-01-08', 10)];
  expect(findSplit(barsOf([1200, 1210, 1190]), barsOf([120, 121, 119]), splits)).toMatchObject({ ratio: 10 });
});
