import type { Split } from '@stockbook/portfolio';

/** A stock that the system holds. */
export interface PlanStock {
  readonly symbol: string;
  readonly isin: string | null;
  /** The currency of the quotes, as the source names it. */
  readonly currency: string | null;
  readonly splits: readonly Split[];
  /** Days since 1970-01-01, ascending, with the closes in today's shares. */
  readonly days: Int32Array;
  readonly closes: Float64Array;
}

/** The rates of a pair of main currencies by day. */
export interface PlanRates {
  readonly from: string;
  readonly to: string;
  /** Days since 1970-01-01, ascending, with the units of `to` for one of `from`. */
  readonly days: Int32Array;
  readonly rates: Float64Array;
}

/** An account of an earlier move. */
interface MovedAccount {
  readonly account: string;
  readonly portfolio: {
    readonly id: string;
    readonly name: string;
    readonly currency: string;
    readonly externalIds: ReadonlySet<string>;
    /** JSON of its transactions; null unless the file has lines without an id. */
    readonly rows: string | null;
  };
}

/** The outcome of a look-up: a symbol, or the reason why there is none. */
interface FoundSecurity {
  readonly key: string;
  readonly symbol: string | null;
  readonly problem: string | null;
}

/** The numbers of things that the user may still add, and the maxima of one portfolio and one list. */
export interface PlanRoom {
  readonly portfolios: number;
  readonly transactions: number;
  readonly transactionsPerPortfolio: number;
  readonly instruments: number;
  /** Prices of own instruments. */
  readonly bars: number;
  /** Entries of the watch list. */
  readonly stocks: number;
  readonly lists: number;
  readonly stocksPerList: number;
}

/** Everything besides the file and the answers that decides a plan. */
export interface PlanFacts {
  /** The day in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** The last day that a transaction may have. */
  readonly lastDay: string;
  /** The stocks that the file may mean, by symbol or ISIN. */
  readonly stocks: readonly PlanStock[];
  /** The rates from the currencies of lines to those of the accounts with known balances. */
  readonly rates: readonly PlanRates[];
  /** The accounts that the user has moved in before, with the portfolios that came of them. */
  readonly moved: readonly MovedAccount[];
  /** The names of the user's portfolios. */
  readonly portfolioNames: readonly string[];
  /** The symbols of the user's own instruments. */
  readonly ownSymbols: readonly string[];
  /** The own instruments that earlier moves of the program have made, by the keys of securities. */
  readonly instruments: Readonly<Record<string, string>>;
  /** The securities that were looked up. */
  readonly found: readonly FoundSecurity[];
  readonly room: PlanRoom;
  /** The day on which the user stored the same files; null if never. */
  readonly storedOn: string | null;
}
