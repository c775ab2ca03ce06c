import type { SweepRow } from '../api/types.ts';

/** Values that a sweep is ranked by; a drawdown is 0 or negative, so the highest value is the best of each. */
export const sweepMetrics = ['return_percent', 'sharpe_ratio', 'max_drawdown_percent'] as const;
export type SweepMetric = (typeof sweepMetrics)[number];

/** The metrics within a sentence. */
export const metricNouns: Readonly<Record<SweepMetric, string>> = {
  return_percent: 'return',
  sharpe_ratio: 'Sharpe ratio',
  max_drawdown_percent: 'worst drawdown',
};

export type SweepPart = 'in_sample' | 'out_of_sample';

export function metricOf(row: SweepRow, part: SweepPart, metric: SweepMetric): number | null {
  return row[part]?.[metric] ?? null;
}

/**
 * The rank of each row from 1, the highest value being first and equal values having one rank; null without a value.
 */
export function ranksOf(
  rows: readonly SweepRow[],
  part: SweepPart,
  metric: SweepMetric,
): ReadonlyMap<SweepRow, number | null> {
  const values = rows.map((row) => metricOf(row, part, metric));
  return new Map(
    rows.map((row, index) => {
      const value = values[index] ?? null;
      const rank =
        value === null ? null : 1 + values.filter((other) => other !== null && other > value).length;
      return [row, rank];
    }),
  );
}

/** The first of the best rows of a part; undefined if no row has a value. */
export function bestRow(
  rows: readonly SweepRow[],
  part: SweepPart,
  metric: SweepMetric,
): SweepRow | undefined {
  const ranks = ranksOf(rows, part, metric);
  return rows.find((row) => ranks.get(row) === 1);
}
