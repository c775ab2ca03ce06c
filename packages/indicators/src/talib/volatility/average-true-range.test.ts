import { describe, expect, it } from 'vitest';
import { floatColumns } from '../../series.ts';
import { averageTrueRange, normalizedAverageTrueRange, trueRange } from './average-true-range.ts';

/** True ranges from bar 1 on: 3 (a gap up), 6 (a gap down), 2. */
const bars = floatColumns({
  open: [10, 12, 8, 7],
  high: [15, 13, 8, 8],
  low: [5, 12, 6, 6],
  close: [10, 12, 7, 8],
  volume: [1, 1, 1, 1],
});

describe('trueRange', () => {
  it('starts at bar 1 and includes the gap from the previous close', () => {
    expect(trueRange(bars)).toEqual(Float64Array.of(3, 6, 2));
  });
});

describe('averageTrueRange', () => {
  it('ignores the range of bar 0', () => {
    expect(averageTrueRange(bars, 2)).toEqual(Float64Array.of(4.5, 3.25));
  });

  it('returns the true range when the period is 1', () => {
    expect(averageTrueRange(bars, 1)).toEqual(Float64Array.of(3, 6, 2));
  });

  it('returns one value when there is one bar more than the period', () => {
    expect(averageTrueRange(bars, 3)).toEqual(Float64Array.of(11 / 3));
  });
});

describe('normalizedAverageTrueRange', () => {
  it('returns percentages of the close', () => {
    expect(normalizedAverageTrueRange(bars, 2)).toEqual(Float64Array.of((4.5 / 7) * 100, (3.25 / 8) * 100));
  });

  it('returns 0 when the close is 0, and the true range when the period is 1', () => {
    expect(normalizedAverageTrueRange({ ...bars, close: Float64Array.of(10, 12, 7, 0) }, 2)[1]).toBe(0);
    expect(normalizedAverageTrueRange(bars, 1)).toEqual(Float64Array.of(3, 6, 2));
  });
});
