import { describe, expect, it } from 'vitest';
import { floatColumns } from '../../series.ts';
import { moneyFlowIndex } from './money-flow-index.ts';

const barsOf = (close: number[], volume: number[]) =>
  floatColumns({ open: close, high: close, low: close, close, volume });

describe('moneyFlowIndex', () => {
  it('returns the percentage of rising bars in the money flow, and ignores unchanged bars', () => {
    // Money flow: 30 up, 20 down, unchanged, 40 up.
    expect(moneyFlowIndex(barsOf([2, 3, 2, 2, 4], [9, 10, 10, 99, 10]), 3)).toEqual(
      Float64Array.of(60, 100 * (40 / 60)),
    );
  });

  it('returns 0 when the money flow is below 1.0', () => {
    expect(moneyFlowIndex(barsOf([1, 2, 3], [0, 0, 0]), 2)).toEqual(Float64Array.of(0));
    expect(moneyFlowIndex(barsOf([1e-6, 2e-6, 3e-6], [1000, 1000, 1000]), 2)).toEqual(Float64Array.of(0));
    expect(moneyFlowIndex(barsOf([5, 5, 5], [10, 10, 10]), 2)).toEqual(Float64Array.of(0));
  });
});
