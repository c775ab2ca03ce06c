/** The value of a row; NaN outside of the column. */
export function at(column: Float64Array | Int32Array, row: number): number {
  return column[row] ?? Number.NaN;
}
