/** The origin of a stock's history; stored with it and shown to the user. `own`: prices of a user, of no provider. */
export type DataSource = 'yahoo' | 'tiingo' | 'eodhd' | 'csv' | 'simulated' | 'own';

/** The facts of an instrument; null if the provider does not have one. */
export interface Instrument {
  readonly symbol: string;
  readonly name: string;
  /** ISO 6166; null if the provider does not publish ISINs. */
  readonly isin: string | null;
  readonly exchange: string | null;
  /** The provider's code: `GBp` (pence) is not `GBP`. */
  readonly currency: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  /** `equity`, `etf`, `index`, `currency`, …, lower case. */
  readonly type: string | null;
  /** IANA name of the exchange's time zone; bars are dated in it. */
  readonly timezone: string | null;
}

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

/** `numerator` new shares for `denominator` old ones, from the ex-date `date` on. */
export interface Split {
  readonly date: string;
  readonly numerator: number;
  readonly denominator: number;
}

export interface Dividend {
  /** The ex-date: the first day on which a buyer does not receive the dividend. */
  readonly date: string;
  /** Per share, adjusted for later splits. */
  readonly amount: number;
  /** The currency of the quotes; null if unknown. */
  readonly currency: string | null;
}

export interface History {
  /** Yahoo's price response lacks sector and industry: they are null here and set by `lookup`. */
  readonly instrument: Instrument;
  readonly source: DataSource;
  readonly bars: DailyBars;
  /** Splits on or after `from`, ascending by date. */
  readonly splits: readonly Split[];
  /** Dividends on or after `from`, ascending by date, at most one a day. */
  readonly dividends: readonly Dividend[];
  /** The dates of rejected bars as the provider wrote them. From Yahoo: days before the last bar that have no bar. */
  readonly rejectedDates: readonly string[];
  /** One sentence for each of the first 20 rejected bars. */
  readonly rejectionNotes?: readonly string[];
  /**
   * The last day whose session has ended and whose close the provider has not published yet; later than the last bar.
   * Null or missing if there is no such day or the provider has no session data.
   */
  readonly pendingCloseDate?: string | null;
  /**
   * The last minute of the trading session, or of the provider's updates of its day if they last longer, `HH:MM` in the
   * exchange's time zone; missing if unknown.
   */
  readonly lastMinute?: string;
  /** The beginning of the trading session, `HH:MM` in the exchange's time zone; missing if the provider names none. */
  readonly opens?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * The user who waits for the call, for example a user id. Providers with limited concurrency serve requesters in
   * turn, and calls without a requester (scheduled refreshes) last.
   */
  readonly requester?: string | undefined;
}

export interface HistoryOptions extends CallOptions {
  /** First day of the history, `YYYY-MM-DD`. Default: all days (Yahoo and simulated start at 1990-01-01). */
  readonly from?: string;
  /**
   * The source that a provider of several sources asks first, usually that of the stored history, so that a history
   * does not change its source without need.
   */
  readonly preferredSource?: DataSource | null;
}

/** The values of the environment variable `MARKET_DATA`. */
export type ProviderMode = 'auto' | 'yahoo' | 'tiingo' | 'eodhd' | 'csv' | 'simulated';

/** The parts of a provider that can fail independently: prices (with the instrument's facts) and search. */
export type ProviderService = 'prices' | 'search';

export type ProviderStatus = 'healthy' | 'rate_limited' | 'unavailable';

/** Derived from the results of calls, never from probes. */
export interface ProviderHealth {
  readonly status: ProviderStatus;
  /** When calls are allowed again, if known. */
  readonly until: Date | null;
  /** The message of the last failure; null after a success. */
  readonly reason: string | null;
}

/** Receives the health of a service after each call to it. */
export type HealthListener = (service: ProviderService, health: ProviderHealth) => void;

/**
 * A source of prices. Every method rejects only with `MarketDataError`, or with the reason of an aborted `signal`.
 * The caller passes symbols upper-cased and well-formed.
 */
export interface MarketDataProvider {
  readonly mode: ProviderMode;
  /**
   * Whether prices come from the user's own files: each refresh reads the whole history, because that is cheap and the
   * user may have edited any day.
   */
  readonly readsFiles: boolean;
  /** The facts of one symbol. Unknown symbol: `not_found`. */
  lookup(symbol: string, options?: CallOptions): Promise<Instrument>;
  /** At most `limit` instruments that match a name, symbol or ISIN, best first. Blank query: an empty list. */
  search(query: string, limit: number, options?: CallOptions): Promise<InstrumentMatch[]>;
  /** The listings of an ISIN with a valid check digit, the primary listing first. No listing: `not_found`. */
  resolveIsin(isin: string, options?: CallOptions): Promise<InstrumentMatch[]>;
  /**
   * Final daily bars of one symbol: the current day's bar only after its exchange has closed. The bars may be empty if
   * `from` is recent.
   */
  history(symbol: string, options?: HistoryOptions): Promise<History>;
  /** The worse of the two services. */
  health(): ProviderHealth;
}
