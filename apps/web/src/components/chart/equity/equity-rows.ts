/** The equity of a run and of buy-and-hold at the close of a day. */
export interface EquityRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly equity: number;
  readonly buy_and_hold: number;
}

/** The distance of the equity from its highest value so far, in percent: 0 or negative. */
export function drawdownPercents(rows: readonly EquityRow[]): number[] {
  let peak = Number.NEGATIVE_INFINITY;
  return rows.map(({ equity }) => {
    peak = Math.max(peak, equity);
    return peak > 0 ? 100 * (equity / peak - 1) : 0;
  });
}
