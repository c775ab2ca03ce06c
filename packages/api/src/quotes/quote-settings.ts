/** Settings of the operator for prices during the session. */
export interface QuoteSettings {
  /** False for closing prices only: switched off, or prices come from files. */
  readonly isOn: boolean;
  /** Seconds between two prices of a stock; null if each source has its own interval. */
  readonly intervalS: number | null;
  /** Stocks whose prices are fetched at a time. */
  readonly maxSymbols: number;
}
