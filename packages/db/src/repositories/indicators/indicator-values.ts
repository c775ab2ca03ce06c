/** Identifies a calculation: a new result replaces the earlier one with the same key. */
export interface IndicatorKey {
  readonly userId: string;
  readonly stockId: number;
  readonly indicatorFunction: string;
  readonly indicatorName: string;
  readonly parameters: Readonly<Record<string, number>>;
}

export interface IndicatorValues {
  readonly outputs: readonly string[];
  /** The output lines concatenated, each with one value per bar from `dataStartDate` to `dataEndDate`. */
  readonly values: ArrayLike<number>;
  readonly dataStartDate: string | null;
  readonly dataEndDate: string | null;
}
