import { expect } from 'vitest';

/** Expects |actual − expected| ≤ 1e-9 × max(1, |expected|) for each value, and lists the values that differ. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual).toHaveLength(expected.length);
  const differences = Array.from(expected).flatMap((value, index) => {
    const found = actual[index] ?? Number.NaN;
    return Math.abs(found - value) <= 1e-9 * Math.max(1, Math.abs(value))
      ? []
      : [{ index, actual: found, expected: value }];
  });
  expect(differences).toEqual([]);
}
