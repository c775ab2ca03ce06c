import { describe, expect, it } from 'vitest';
import { averageDeviation } from './average-deviation.ts';

describe('averageDeviation', () => {
  it('returns the mean distance from the mean', () => {
    expect(averageDeviation(Float64Array.of(1, 3, 8, 8), 2)).toEqual(Float64Array.of(1, 2.5, 0));
  });
});
