/**
 * The bars of one stock as columns of equal length, oldest bar first. Prices are in the stock's currency, volume
 * is in units traded; all values are finite.
 */
export interface OhlcvColumns {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** The same as typed arrays or plain ones. */
export type SeriesColumns = Readonly<Record<keyof OhlcvColumns, Float64Array | readonly number[]>>;

/** Copies plain arrays only. Typed arrays are copied between threads in a fraction of the time of plain ones. */
export function floatColumns({ open, high, low, close, volume }: SeriesColumns): OhlcvColumns {
  return {
    open: floats(open),
    high: floats(high),
    low: floats(low),
    close: floats(close),
    volume: floats(volume),
  };
}

const floats = (values: Float64Array | readonly number[]) =>
  values instanceof Float64Array ? values : new Float64Array(values);

/**
 * The index of the first value that is not finite, or −1. A loop and a comparison: `findIndex` and `Number.isFinite`
 * take several times as long.
 */
export function indexOfNonFinite(values: Float64Array): number {
  for (let index = 0; index < values.length; index++) {
    if (!(Math.abs(values[index] ?? 0) < Number.POSITIVE_INFINITY)) return index;
  }
  return -1;
}
