import type { CostMethod, Skipped } from '../answers.ts';

export interface SaleLot {
  readonly boughtOn: string;
  readonly daysHeld: number;
  /** In the shares of the day of the sale. */
  readonly quantity: number;
  readonly cost: number;
  readonly proceeds: number;
  readonly gain: number;
}

export interface Sale {
  readonly transactionId: string;
  readonly date: string;
  readonly symbol: string;
  /** As entered. */
  readonly quantity: number;
  /** After fees, before taxes. */
  readonly proceeds: number;
  readonly cost: number;
  readonly gain: number;
  readonly taxes: number;
  /** Empty with the average method. */
  readonly lots: readonly SaleLot[];
}

export interface TaxYear {
  /** `2025`, or `2025/26` if years do not begin on January 1. */
  readonly year: string;
  readonly proceeds: number;
  readonly cost: number;
  readonly gain: number;
  readonly taxes: number;
  /** Gross. */
  readonly dividends: number;
  readonly interest: number;
  readonly fees: number;
}

/** Market value less cost of shares that came or left without money. */
export interface Moved {
  readonly broughtIn: number;
  readonly carriedOut: number;
}

export interface RealisedOptions {
  readonly method: CostMethod;
  /** `MM-DD`. */
  readonly taxYearStart: string;
  /** Null: all years. */
  readonly year: string | null;
  /** The last day that counts, `YYYY-MM-DD`; null: today. */
  readonly until: string | null;
}

export interface Realised {
  readonly years: readonly TaxYear[];
  readonly sales: readonly Sale[];
  readonly moved: Moved;
  readonly skipped: readonly Skipped[];
}
