import { expect, it } from 'vitest';
import { mean, regressionSlope, variance } from './moments.ts';

it('has a variance of 0 for equal values whose sum is rounded', () => {
  // 0.1 + 0.1 + 0.1 is 0.30000000000000004.
  const values = Float64Array.of(0.1, 0.1, 0.1);
  expect([mean(values), variance(values)]).toEqual([0.1, 0]);
});

it('keeps the variance of values that differ little from a large mean', () => {
  expect(variance(Float64Array.of(1e9, 1e9 + 1, 1e9 + 2))).toBe(1);
});

it('finds the slope of a line', () => {
  expect(regressionSlope(Float64Array.of(1, 2, 4), Float64Array.of(7, 5, 1))).toBe(-2);
});
