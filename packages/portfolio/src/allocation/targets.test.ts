import { expect, it } from 'vitest';
import { assignedPercents, tagSharesProblem, targetsProblem } from './targets.ts';

it.each([
  [[50, 45], false, 'Targets add up to 95 %, not 100 %'],
  [[33.3, 33.3, 33.3], false, 'Targets add up to 99.9 %, not 100 %'],
  [[60, 60], false, 'Targets add up to 120 %, not 100 %'],
  [[60, 60], true, 'Targets add up to 120 %, not 100 %'],
  [[50, 45], true, null],
  // In doubles, their sum is 100.00000000000001.
  [[33.3, 33.3, 33.4], false, null],
  [[100], true, null],
  [[], false, null],
])('accepts or rejects targets of %j (cash tracked: %j) with %j', (percents, cashTracking, expected) => {
  expect(targetsProblem(percents, cashTracking)).toBe(expected);
});

const tag = (name: string, ...shares: readonly [string, number][]) => ({
  name,
  targetPercent: null,
  shares: shares.map(([symbol, percent]) => ({ symbol, percent })),
});

it('adds up the shares of a stock in all tags of a group', () => {
  const tags = [tag('Core', ['AAA', 60], ['BBB', 20]), tag('Growth', ['AAA', 40])];
  expect([...assignedPercents(tags)].map(([symbol, percent]) => [symbol, percent.toNumber()])).toEqual([
    ['AAA', 100],
    ['BBB', 20],
  ]);
  expect(tagSharesProblem(tags)).toBeNull();
});

it('rejects tags that share more than all of a stock', () => {
  expect(tagSharesProblem([tag('Core', ['AAA', 60]), tag('Growth', ['AAA', 40.5])])).toBe(
    'The shares of AAA add up to 100.5 %, at most 100 % are possible',
  );
});
