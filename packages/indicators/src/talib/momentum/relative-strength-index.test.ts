import { describe, expect, it } from 'vitest';
import { relativeStrengthIndex } from './relative-strength-index.ts';

describe('relativeStrengthIndex', () => {
  it("returns the percentage of gains, smoothed by Wilder's method", () => {
    // Gains 2, 0, 1 and losses 0, 1, 0: averages 1 and ½, then (1 + 1) / 2 and ½ / 2.
    expect(relativeStrengthIndex(Float64Array.of(10, 12, 11, 12), 2, 0)).toEqual(
      Float64Array.of(100 * (1 / 1.5), 100 * (1 / 1.25)),
    );
  });

  it('returns flatValue while prices do not change', () => {
    expect(relativeStrengthIndex(Float64Array.of(5, 5, 5, 5, 6), 2, 0)).toEqual(Float64Array.of(0, 0, 100));
    expect(relativeStrengthIndex(Float64Array.of(5, 5, 5, 5), 2, 50)).toEqual(Float64Array.of(50, 50));
  });

  it('returns flatValue when the last change has decayed', () => {
    const values = Float64Array.of(10, 12, 11, ...new Array<number>(60).fill(11));
    const rsi = relativeStrengthIndex(values, 2, 0);
    const firstFlat = rsi.indexOf(0);
    // The sum of 1.5 halves with every bar and is below 1e-14 after 48 bars.
    expect(firstFlat).toBe(48);
    expect(rsi.slice(0, firstFlat).every((value) => Math.abs(value - 200 / 3) < 1e-9)).toBe(true);
    expect(rsi.slice(firstFlat).every((value) => value === 0)).toBe(true);
  });
});
