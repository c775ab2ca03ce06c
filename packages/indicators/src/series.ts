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
