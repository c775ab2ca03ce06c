/** Money that goes in (below 0) or comes out (above 0) on a day. */
export interface Payment {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly amount: number;
}

export type IrrProblem = 'no_flows' | 'no_sign_change' | 'several_rates' | 'out_of_range';

export interface InternalRate {
  /** A year, as a fraction. */
  readonly irr: number | null;
  /** From the first to the last payment, as a fraction. */
  readonly irrPeriod: number | null;
  readonly irrProblem: IrrProblem | null;
}

/** Days of a period in a row; all columns have one value a day. */
export interface RiskInput {
  /** Days since 1970-01-01 of the first row. */
  readonly firstDay: number;
  /** Day factors, 1 on a day that does not count. */
  readonly factor: Float64Array;
  /** The first row with capital; -1 without one. */
  readonly firstRowWithCapital: number;
  /** 1 on a day with a bar of a stock that is held at its end or was held at the end of the day before. */
  readonly isTradingDay: Uint8Array;
  readonly riskFreePercent: number;
}

export interface Risk {
  readonly tradingDays: number;
  readonly volatilityAnnual: number | null;
  readonly sharpeRatio: number | null;
  /** 0 or below. */
  readonly maxDrawdown: number;
  /** `YYYY-MM-DD`, null without a drawdown. */
  readonly drawdownFrom: string | null;
  readonly drawdownTo: string | null;
  readonly recoveredOn: string | null;
}
