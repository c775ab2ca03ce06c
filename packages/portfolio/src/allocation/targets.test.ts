import { expect, it } from 'vitest';
import { assignedPercents } from './targets.ts';

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
});
