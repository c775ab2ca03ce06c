import { expect } from 'vitest';

/** Expects numbers to be the wanted ones to 1e-9 of their size, or to 1e-9 near zero, and names those that are not. */
export function expectClose(got: readonly number[], want: readonly number[]): void {
  expect(got).toHaveLength(want.length);
  const off = want.flatMap((value, row) => {
    const found = got[row] ?? Number.NaN;
    return Math.abs(found - value) <= 1e-9 * Math.max(1, Math.abs(value))
      ? []
      : [{ row, found, wanted: value }];
  });
  expect(off).toEqual([]);
}
