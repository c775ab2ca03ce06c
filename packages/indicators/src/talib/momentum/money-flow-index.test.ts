import { describe, expect, it } from 'vitest';
import { moneyFlowIndex } from './money-flow-index.ts';

const ofCloses = (close: number[], volume: number[]) => ({
  open: close,
  high: close,
  low: close,
  close,
  volume,
});

describe('moneyFlowIndex', () => {
  it('is the share of rising bars in the money, those without change left out', () => {
    // Money of 30 up, 20 down, none, 40 up.
    expect(moneyFlowIndex(ofCloses([2, 3, 2, 2, 4], [9, 10, 10, 99, 10]), 3)).toEqual([60, 100 * (40 / 60)]);
  });

  it('is 0 under 1.0 of money, and without any', () => {
    expect(moneyFlowIndex(ofCloses([1, 2, 3], [0, 0, 0]), 2)).toEqual([0]);
    expect(moneyFlowIndex(ofCloses([1e-6, 2e-6, 3e-6], [1000, 1000, 1000]), 2)).toEqual([0]);
    expect(moneyFlowIndex(ofCloses([5, 5, 5], [10, 10, 10]), 2)).toEqual([0]);
  });
});
