import { describe, expect, it } from 'vitest';
import { callTulindSingle } from '../../tulind/tulind.ts';
import { weightedMean } from './weighted-mean.ts';

describe('weightedMean', () => {
  it('weights the newest value most', () => {
    expect(weightedMean(Float64Array.of(1, 2, 3, 7), 2)).toEqual(Float64Array.of(5 / 3, 8 / 3, 17 / 3));
    expect(weightedMean(Float64Array.of(1, 2, 6), 3)).toEqual(Float64Array.of(23 / 6));
    expect(weightedMean(Float64Array.of(4, 5), 1)).toEqual(Float64Array.of(4, 5));
  });

  it('rounds like TA-Lib and unlike tulind when prices stand still', () => {
    const halted = Float64Array.of(99.1, 151.07, 143.921, 143.921, 143.921);
    expect(weightedMean(halted, 3)).toEqual(
      Float64Array.of(138.83383333333333, 145.11249999999998, 143.92100000000002),
    );
    expect(callTulindSingle('wma', [halted], [3])[2]).toBe(143.921);
  });
});
