/**
 * The bars of one stock as columns of equal length, oldest bar first. Prices are in the stock's currency, volume
 * is in units traded.
 */
export interface OhlcvColumns {
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

/** The same as typed arrays or plain ones. */
export type SeriesColumns = Readonly<Record<keyof OhlcvColumns, ArrayLike<number>>>;

/** A loop: `Array.from` takes several times as long. */
export function plainArray(values: Float64Array): number[] {
  const array: number[] = [];
  for (let index = 0; index < values.length; index++) array.push(values[index] ?? 0);
  return array;
}
