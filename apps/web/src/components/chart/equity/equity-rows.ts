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

/** A row of the chart: a value, what it is compared with, and its distance from its highest value so far. */
export interface ComparedRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly value: number;
  readonly compared: number | null;
  /** In percent: 0 or negative. */
  readonly drawdown: number;
}

/** The rows of a run, with its drawdown. */
export function comparedRows(rows: readonly EquityRow[]): ComparedRow[] {
  const drawdowns = drawdownPercents(rows);
  return rows.map(({ date, equity, buy_and_hold }, index) => ({
    date,
    value: equity,
    compared: buy_and_hold,
    drawdown: drawdowns[index] ?? 0,
  }));
}
