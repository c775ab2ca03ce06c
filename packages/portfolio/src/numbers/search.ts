/** The element, 0 outside of the column: an index that is computed from the column's own length needs no check. */
export function at(column: ArrayLike<number>, index: number): number {
  return column[index] ?? 0;
}

/** The index of the last element that is not above `value`; -1 if there is none. The column ascends. */
export function lastIndexUpTo(column: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(column, middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
