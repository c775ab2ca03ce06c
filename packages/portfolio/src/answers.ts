import type { DayRow } from './days/day-rows.ts';
import type { InternalRate, Payment, Risk } from './returns/payments.ts';

export type CostMethod = 'fifo' | 'average';

/** A figure by both methods of cost. */
export type ByMethod<T> = Readonly<Record<CostMethod, T>>;

export interface Lot {
  /** Day of the purchase, `YYYY-MM-DD`. */
  readonly date: string;
  /** In the shares of the day of the answer. */
  readonly quantity: number;
  readonly cost: number;
}

/** Money without another name is in the currency of the book; quantities and prices are in the shares of the day. */
export interface Holding {
  readonly symbol: string;
  /** Currency of the quotes. */
  readonly currency: string;
  readonly quantity: number;
  /** In the currency of the quotes; before the first bar that of a trade, then in the currency of that trade. */
  readonly price: number | null;
  readonly priceCurrency: string;
  readonly priceDate: string | null;
  /** Of one unit of `priceCurrency`: quantity × price × fxRate = value. */
  readonly fxRate: number | null;
  readonly value: number;
  readonly cost: ByMethod<number>;
  readonly costPerShare: ByMethod<number | null>;
  readonly unrealised: ByMethod<number>;
  readonly unrealisedPercent: ByMethod<number | null>;
  readonly realised: ByMethod<number>;
  /** Gross, since the first transaction. */
  readonly dividends: number;
  /** Since the first transaction. */
  readonly gain: number;
  readonly twr: number | null;
  readonly dayChange: number | null;
  readonly dayChangePercent: number | null;
  readonly weightPercent: number | null;
  /** Day of the first purchase of a position that was not sold out since; null if none is held. */
  readonly firstBought: string | null;
  /** First in, first out, the oldest first; none unless requested. */
  readonly lots: readonly Lot[];
}

export interface CashBalance {
  /** A main currency. */
  readonly currency: string;
  readonly amount: number;
  readonly value: number;
  readonly weightPercent: number | null;
}

/** A holding that no figure includes, and why. */
export interface Skipped {
  /** The symbol of a stock, or the code of a currency whose cash is left out. */
  readonly symbol: string;
  readonly kind: 'unknown_currency' | 'missing_rate' | 'missing_price';
  readonly reason: string;
}

export type Warning =
  | {
      readonly kind: 'cash_below_zero';
      readonly days: number;
      readonly first: string;
      /** The lowest sum of all balances, in the currency of the book. */
      readonly lowest: number;
      readonly message: string;
    }
  | { readonly kind: 'stale_rate'; readonly pair: string; readonly since: string; readonly message: string }
  | {
      readonly kind: 'stale_price';
      readonly symbol: string;
      readonly since: string;
      readonly message: string;
    }
  | {
      readonly kind: 'spin_off';
      readonly symbol: string;
      readonly exDate: string;
      readonly ratio: string;
      readonly message: string;
    }
  | { readonly kind: 'dust'; readonly date: string; readonly message: string };

/** A spin-off that the source calls a split, whose new shares are in no portfolio yet. */
export interface SpunOff {
  /** The symbol of the stock that was held. */
  readonly symbol: string;
  readonly exDate: string;
  /** The part that left its cost, in the currency of the book: the cost of the new shares. */
  readonly cost: ByMethod<number>;
}

export interface HoldingsOptions {
  /** The end of this day; null: the default `until` of a performance. */
  readonly date: string | null;
  /** Includes positions that are sold out. */
  readonly closed: boolean;
  /** The method of the costs of lots. Default: no lots are listed. */
  readonly lots?: CostMethod | undefined;
}

export interface HoldingsTotals {
  /** Cash included if it is tracked. */
  readonly value: number;
  readonly cost: ByMethod<number>;
  readonly unrealised: ByMethod<number>;
  readonly unrealisedPercent: ByMethod<number | null>;
  readonly realised: ByMethod<number>;
  readonly dayChange: number | null;
  readonly dayChangePercent: number | null;
}

export interface Holdings {
  readonly date: string;
  readonly holdings: readonly Holding[];
  readonly cash: readonly CashBalance[];
  readonly totals: HoldingsTotals;
  readonly skipped: readonly Skipped[];
  readonly warnings: readonly Warning[];
  readonly spunOff: readonly SpunOff[];
}

export interface PerformanceOptions {
  /** The first day; null: that of the first transaction. */
  readonly since: string | null;
  /** The last day; null: that of the last transaction or bar. */
  readonly until: string | null;
  /** Symbol in the histories of the book. */
  readonly benchmark: string | null;
  readonly riskFreePercent: number;
  readonly series: boolean;
}

/** `lots` as in `HoldingsOptions`. */
export type OverviewOptions = PerformanceOptions & Pick<HoldingsOptions, 'lots'>;

/** The gain and the six parts that add up to it: fees and taxes are below 0. */
export interface Gain {
  readonly total: number;
  readonly price: number;
  readonly dividends: number;
  readonly interest: number;
  readonly fees: number;
  readonly taxes: number;
  readonly currency: number;
}

export type TwrProblem = 'no_capital' | 'no_deposits';
export type DayProblemKind = 'no_capital' | 'loss_beyond_capital';

export interface DayProblem {
  readonly date: string;
  readonly kind: DayProblemKind;
  /** value + outflow − value before − inflow. */
  readonly amount: number;
}

export interface Contribution {
  /** Null for fees, interest and cash that belong to no holding. */
  readonly symbol: string | null;
  readonly gain: number;
  readonly contribution: number | null;
  /** Time-weighted return of the holding itself; null for the rest. */
  readonly twr: number | null;
}

export interface Benchmark {
  readonly symbol: string;
  readonly referenceDay: string | null;
  readonly valueEnd: number | null;
  readonly gain: number | null;
  readonly twr: number | null;
  readonly dividendsReinvested: boolean;
  readonly problem: 'no_prices' | 'ran_out' | null;
  readonly problemDate: string | null;
}

/** The days of a period, one row each. Money is in the currency of the book. */
export interface DayColumns {
  /** Days since 1970-01-01. */
  readonly day: Int32Array;
  readonly valueBefore: Float64Array;
  readonly inflow: Float64Array;
  readonly outflow: Float64Array;
  readonly value: Float64Array;
  readonly factor: Float64Array;
  /** Product of the factors so far. */
  readonly index: Float64Array;
}

/** The rows of a chart: one a day, a week or a month, by the length of the period. NaN stands for no value. */
export interface SeriesColumns {
  readonly day: Int32Array;
  readonly value: Float64Array;
  /** Start value and inflows less outflows so far. */
  readonly invested: Float64Array;
  readonly twr: Float64Array;
  /** Distance of 1 + twr from its highest value so far, a fraction: 0 or negative. Peaks are counted from 1. */
  readonly drawdown: Float64Array;
  readonly benchmarkValue: Float64Array;
  readonly benchmarkTwr: Float64Array;
}

export interface Performance extends InternalRate {
  readonly since: string;
  readonly until: string;
  /** Day of the last close used; null without one. */
  readonly asOf: string | null;
  readonly days: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly inflow: number;
  readonly outflow: number;
  readonly gain: Gain;
  readonly twr: number | null;
  readonly twrAnnual: number | null;
  readonly twrProblem: TwrProblem | null;
  readonly problems: readonly DayProblem[];
  readonly warnings: readonly Warning[];
  readonly contributions: readonly Contribution[];
  readonly risk: Risk | null;
  readonly benchmark: Benchmark | null;
  readonly skipped: readonly Skipped[];
  readonly series: SeriesColumns | null;
  /** Never thinned. */
  readonly dayColumns: DayColumns;
  /** Payments of the internal rate, oldest first. */
  readonly payments: readonly Payment[];
}

/** Return of a calendar month, or of the part of it that is in the period. */
export interface MonthReturn {
  /** From 1. */
  readonly month: number;
  readonly twr: number;
}

export interface YearReturn {
  readonly year: number;
  readonly twr: number;
  readonly months: readonly MonthReturn[];
}

/** The numbers that explain the figures of a performance. */
export interface PerformanceDetails {
  /** From the month of the first day with capital on; none where the return is null. */
  readonly years: readonly YearReturn[];
  /** The days whose factors are furthest from 1, at most three, the furthest first. */
  readonly largestDays: readonly DayRow[];
  /** Payments of the internal rate, oldest first: money that goes in is below 0. */
  readonly payments: readonly { readonly date: string; readonly amount: number }[];
  /** Gain / (value at the start + inflow), a fraction; null if that is not above 0. */
  readonly gainOnCost: number | null;
}

/** A sale or transfer of more shares than are held. */
export interface Uncovered {
  readonly transactionId: string;
  readonly date: string;
  readonly symbol: string;
  /** Decimal text, in the shares of the day. */
  readonly missing: string;
}

export interface PortfolioShare {
  readonly id: string;
  readonly value: number;
  readonly weightPercent: number | null;
  readonly gain: number;
}

export interface Overview {
  readonly portfolios: readonly PortfolioShare[];
  readonly holdings: Holdings;
  readonly performance: Performance;
}
