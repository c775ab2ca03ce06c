/** Where a stock's history came from; stored beside it and shown to the user. */
export type DataSource = 'yahoo' | 'csv' | 'simulated';

/** What a provider knows of an instrument; what it does not know is null. */
export interface Instrument {
  readonly symbol: string;
  readonly name: string;
  /** ISO 6166, only where the provider itself knows it. */
  readonly isin: string | null;
  readonly exchange: string | null;
  /** As the provider gives it: `GBp` (pence) is not `GBP`. */
  readonly currency: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  /** `equity`, `etf`, `index`, `currency`, …, lower case. */
  readonly type: string | null;
  /** IANA name of the exchange's time zone; bars are dated in it. */
  readonly timezone: string | null;
}

/** One suggestion of a search. */
export interface InstrumentMatch {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string | null;
  readonly isin: string | null;
  readonly type: string | null;
}

/**
 * Daily bars as columns, all of one length, ascending by date, no date twice. Dates are calendar dates
 * `YYYY-MM-DD` in the exchange's time zone. Prices are adjusted for splits, not for dividends.
 */
export interface DailyBars {
  readonly date: readonly string[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

export interface Split {
  readonly date: string;
  readonly numerator: number;
  readonly denominator: number;
}

export interface History {
  /** As far as the answer with the prices tells it: Yahoo's leaves sector and industry null, `lookup` does not. */
  readonly instrument: Instrument;
  readonly source: DataSource;
  readonly bars: DailyBars;
  /** Splits that fall within the asked-for days. */
  readonly splits: readonly Split[];
  /** The date of each bar up to the last day that was not whole and sane and so was left out, as it came. */
  readonly rejectedDates: readonly string[];
  /** Sentences that say which bars those were and what was wrong with them, the first 20 at most. */
  readonly rejectionNotes?: readonly string[];
  /**
   * The last day whose session is over and whose close the provider has not published yet, later than the last bar;
   * null or missing where it says of none.
   */
  readonly pendingCloseDate?: string | null;
  /** The last minute of a day in which the exchange is open, `HH:MM` by its clocks, where the provider tells it. */
  readonly lastMinute?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * For whom the call is made, a user's id for example: those who wait for a provider that limits its calls take turns.
   * Calls without one are nobody's hurry and wait for all others.
   */
  readonly requester?: string | undefined;
}

export interface HistoryOptions extends CallOptions {
  /** First day asked for, `YYYY-MM-DD`; by default all, which from Yahoo and simulated is since 1990-01-01. */
  readonly from?: string;
}

/** What `MARKET_DATA` names. */
export type ProviderMode = 'auto' | 'yahoo' | 'csv' | 'simulated';

/** What a provider offers and what can fail apart from the other: prices with the facts beside them, and search. */
export type ProviderService = 'prices' | 'search';

export type ProviderStatus = 'healthy' | 'rate_limited' | 'unavailable';

/** Read from what happened in calls, never by probing. */
export interface ProviderHealth {
  readonly status: ProviderStatus;
  /** When calls are let through again, where one knows. */
  readonly until: Date | null;
  /** The sentence of the last failure since the last success. */
  readonly reason: string | null;
}

/**
 * Where prices come from. Every method rejects with `MarketDataError` and with nothing else (an aborted
 * `signal` rejects with its reason). Symbols are given upper-cased and well-formed.
 */
export interface MarketDataProvider {
  readonly mode: ProviderMode;
  /**
   * Whether prices come from files of the user's own: to read a whole history costs nothing, and it is what its file
   * says today, whatever that said before.
   */
  readonly readsFiles: boolean;
  /** The facts of one symbol. `not_found` when the provider does not know it. */
  lookup(symbol: string, options?: CallOptions): Promise<Instrument>;
  /** Instruments that match a name, symbol or ISIN, best first, `limit` at most. A blank query: none. */
  search(query: string, limit: number, options?: CallOptions): Promise<InstrumentMatch[]>;
  /** The listings of an ISIN (whose check digit has been verified), the primary one first. None: `not_found`. */
  resolveIsin(isin: string, options?: CallOptions): Promise<InstrumentMatch[]>;
  /**
   * Daily bars of one symbol that are final: the current day's only once its exchange has closed. None is possible
   * where `from` is recent.
   */
  history(symbol: string, options?: HistoryOptions): Promise<History>;
  /** Of both services together: the worse of the two. */
  health(): ProviderHealth;
}
