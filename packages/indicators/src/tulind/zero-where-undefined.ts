/** The lines with 0 where tulind divided by zero: by no range, no volume, no movement. */
export function nonFiniteToZero(lines: readonly (readonly number[])[]): number[][] {
  return lines.map((line) => line.map((value) => (Number.isFinite(value) ? value : 0)));
}
