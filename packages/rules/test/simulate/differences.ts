export type Cell = number | string | null;

/**
 * The values that differ from a reference. Numbers are equal within tolerance × max(1, |expected|); `rounding` replaces
 * a value that depends on the last bits.
 */
export function differences(
  names: readonly string[],
  expected: readonly Cell[],
  actual: readonly (Cell | undefined)[],
  tolerance: (name: string) => number,
) {
  return names.flatMap((name, column) => {
    const want = expected[column];
    const found = actual[column];
    if (want === 'rounding' || (name === 'reason' && want === null)) return [];
    const isEqual =
      typeof want === 'number' && typeof found === 'number'
        ? Math.abs(found - want) <= tolerance(name) * Math.max(1, Math.abs(want))
        : found === want;
    return isEqual ? [] : [{ name, expected: want, actual: found }];
  });
}
