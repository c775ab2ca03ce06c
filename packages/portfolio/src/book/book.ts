import type { TransactionType } from '@stockbook/common/transaction-types';

export type { TransactionType };

/**
 * A stored transaction. Numbers are decimal texts, as PostgreSQL prints `numeric`: JSON numbers would lose digits.
 * Quantity and price are as of its day, as the confirmation of the broker states them.
 */
export interface Transaction {
  readonly id: string;
  readonly portfolioId: string;
  readonly type: TransactionType;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Position within the day, from 1. */
  readonly ordinal: number;
  readonly symbol: string | null;
  readonly quantity: string | null;
  /** Of one share, in `currency`. */
  readonly price: string | null;
  readonly amount: string | null;
  /** ISO 4217, or a name of hundredths such as `GBp`. */
  readonly currency: string;
  readonly fees: string;
  readonly taxes: string;
  /** Units of `fxCurrency` for one unit of `currency`. Replaces the rate of the day for this transaction. */
  readonly fxRate: string | null;
  readonly fxCurrency: string | null;
  readonly exDate: string | null;
  readonly toAmount: string | null;
  readonly toCurrency: string | null;
  /** Shared by the two transactions of a transfer between portfolios of one user. */
  readonly transferId: string | null;
}

/** `numerator` new shares for `denominator` old ones from the ex-date on. */
export interface Split {
  readonly exDate: string;
  readonly numerator: number;
  readonly denominator: number;
}

export interface Dividend {
  readonly exDate: string;
  /** Per share, in today's shares. */
  readonly amount: number;
  /** Null: the currency of the quotes. */
  readonly currency: string | null;
}

/** The stored closes of a stock or currency pair. */
export interface StockHistory {
  readonly symbol: string;
  /** Currency of the quotes, null if the source names none. */
  readonly currency: string | null;
  /** Days since 1970-01-01, strictly ascending. */
  readonly days: Int32Array;
  /** In today's shares, above 0, one for each day. */
  readonly closes: Float64Array;
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
}

/** The answer to whether a split multiplied the shares or was a spin-off that the source calls a split. */
export interface SplitChoice {
  readonly portfolioId: string;
  readonly symbol: string;
  readonly exDate: string;
  readonly choice: 'multiplied' | 'kept';
}

/** The currency of the quotes of a stock whose source names none. */
export interface QuoteCurrency {
  readonly portfolioId: string;
  readonly symbol: string;
  readonly currency: string;
}

/**
 * Everything that the figures of one portfolio, or of several together, are computed from. A structured clone of it is
 * equal, and its typed arrays may be transferred to a worker thread.
 */
export interface Book {
  /** Currency of all money that is computed. */
  readonly currency: string;
  /** True for the whole account, false for invested money. */
  readonly cashTracking: boolean;
  /** The portfolios that are computed, as one. */
  readonly portfolioIds: readonly string[];
  /**
   * In any order. Transactions of other portfolios give the lots of the shares that a `transferId` brought in from
   * them, and count for nothing else.
   */
  readonly transactions: readonly Transaction[];
  /** Histories of stocks, benchmarks and currency pairs by symbol. */
  readonly histories: ReadonlyMap<string, StockHistory>;
  readonly splitChoices: readonly SplitChoice[];
  readonly quoteCurrencies: readonly QuoteCurrency[];
  /** The day in UTC, `YYYY-MM-DD`: splits and dividends with a later ex-date do not count yet. */
  readonly today: string;
}
