export interface DayHolding {
  readonly symbol: string;
  /** In the shares of the day, as `price`. */
  readonly quantity: number;
  readonly price: number;
  readonly fxRate: number;
  readonly value: number;
}

export interface DayRow<Written = DayHolding> {
  readonly date: string;
  readonly valueBefore: number;
  readonly inflow: number;
  readonly outflow: number;
  readonly value: number;
  readonly factor: number;
  readonly index: number;
  /** Null unless requested. */
  readonly holdings: readonly Written[] | null;
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
  /** The rows with what `writerOf` makes of their holdings. One that is as on the day before is written once. */
  writtenRows<Written>(
    offset: number,
    limit: number,
    writerOf: HoldingWriter<Written>,
  ): Iterable<DayRow<Written>>;
}

/** Returns the function that writes the days of one holding. */
export type HoldingWriter<Written> = (symbol: string) => (holding: DayHolding) => Written;
