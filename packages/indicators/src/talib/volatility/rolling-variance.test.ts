import { describe, expect, it } from 'vitest';
import { rollingVariance, standardDeviation } from './rolling-variance.ts';

describe('rollingVariance', () => {
  it('returns the mean squared distance from the mean', () => {
    expect(rollingVariance(Float64Array.of(1, 3, 7), 2)).toEqual(Float64Array.of(1, 4));
  });

  it('returns 0 when the price is constant, despite rounding errors in the totals', () => {
    const settled = Float64Array.of(123.456, 98.7654, 111.11, 111.11, 111.11, 111.11);
    expect(rollingVariance(settled, 3).slice(2)).toEqual(Float64Array.of(0, 0));
    expect(rollingVariance(Float64Array.of(0.1, 0.1, 0.1, 0.1), 3)).toEqual(Float64Array.of(0, 0));
  });

  it('returns 0 when the period is 1', () => {
    expect(rollingVariance(Float64Array.of(5, 1e9, 3.3), 1)).toEqual(Float64Array.of(0, 0, 0));
  });
});

describe('standardDeviation', () => {
  it('returns 0 when the variance is tiny or negative', () => {
    expect([4, 1e-14, 9.9e-15, 0, -1e-12].map(standardDeviation)).toEqual([2, 1e-7, 0, 0, 0]);
  });
});
