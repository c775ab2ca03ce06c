import { describe, expect, it } from 'vitest';
import { linearRegression } from './linear-regression.ts';

describe('linearRegression', () => {
  it('returns slope and intercept of a straight line', () => {
    expect(linearRegression(Float64Array.of(3, 5, 7, 9), 3, ({ slope }) => slope)).toEqual(
      Float64Array.of(2, 2),
    );
    expect(linearRegression(Float64Array.of(3, 5, 7, 9), 3, ({ intercept }) => intercept)).toEqual(
      Float64Array.of(3, 5),
    );
  });

  it('fits the least-squares line', () => {
    const [line = Number.NaN] = linearRegression(
      Float64Array.of(1, 5, 3),
      3,
      ({ slope, intercept }) => intercept + 10 * slope,
    );
    expect(line).toBeCloseTo(2 + 10 * 1, 12);
  });

  it('does not overflow when the squares of the period exceed 32 bits', () => {
    const values = Float64Array.from({ length: 50_000 }, (_, bar) => bar);
    const [slope = 0] = linearRegression(values, 50_000, (line) => line.slope);
    expect(slope).toBeCloseTo(1, 9);
  });
});
