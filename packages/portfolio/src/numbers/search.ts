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

/** Finds what `lastIndexUpTo` does for values that ascend, each from the one before. */
export class Cursor {
  readonly #column: ArrayLike<number>;
  #index: number | null = null;

  /** @param column ascends */
  constructor(column: ArrayLike<number>) {
    this.#column = column;
  }

  advanceTo(value: number): number {
    let index = this.#index ?? lastIndexUpTo(this.#column, value);
    while ((this.#column[index + 1] ?? Number.POSITIVE_INFINITY) <= value) index++;
    this.#index = index;
    return index;
  }
}
