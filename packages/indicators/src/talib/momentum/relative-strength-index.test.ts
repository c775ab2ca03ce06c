import { describe, expect, it } from 'vitest';
import { relativeStrengthIndex } from './relative-strength-index.ts';

describe('relativeStrengthIndex', () => {
  it("is the share of gains, averaged by Wilder's method", () => {
    // Gains 2, 0 and 1 over losses 0, 1 and 0: averages 1 and ½, then (1 + 1) / 2 and ½ / 2.
    expect(relativeStrengthIndex([10, 12, 11, 12], 2, 0)).toEqual([100 * (1 / 1.5), 100 * (1 / 1.25)]);
  });

  it('is as told while prices stand still', () => {
    expect(relativeStrengthIndex([5, 5, 5, 5, 6], 2, 0)).toEqual([0, 0, 100]);
    expect(relativeStrengthIndex([5, 5, 5, 5], 2, 50)).toEqual([50, 50]);
  });

  it('is as told once the last move has faded', () => {
    const values = [10, 12, 11, ...new Array<number>(60).fill(11)];
    const strength = relativeStrengthIndex(values, 2, 0);
    const faded = strength.indexOf(0);
    // 1.5 halves with every bar: it is under 1e-14 after 48 of them.
    expect(faded).toBe(48);
    expect(strength.slice(0, faded).every((value) => Math.abs(value - 200 / 3) < 1e-9)).toBe(true);
    expect(strength.slice(faded).every((value) => value === 0)).toBe(true);
  });
});
