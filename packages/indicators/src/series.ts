/**
 * The bars of one stock as columns, oldest first, all of one length. Prices in the stock's currency,
 * volume in units traded.
 */
export interface OhlcvColumns {
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}
