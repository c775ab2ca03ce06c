export interface DayHolding {
  readonly symbol: string;
  /** In the shares of the day, as `price`. */
  readonly quantity: number;
  readonly price: number;
  readonly fxRate: number;
  readonly value: number;
}

export interface DayRow {
  readonly date: string;
  readonly valueBefore: number;
  readonly inflow: number;
  readonly outflow: number;
  readonly value: number;
  readonly factor: number;
  readonly index: number;
  /** Null unless requested. */
  readonly holdings: readonly DayHolding[] | null;
}

export interface DayRowsOptions {
  readonly since: string | null;
  readonly until: string | null;
  readonly holdings: boolean;
}

/** The rows of all days of a period; `rows` computes one at a time, so that they can be streamed. */
export interface DayTable {
  readonly total: number;
  rows(offset: number, limit: number): Iterable<DayRow>;
}
