import type { StatisticName, Statistics } from './statistics/statistics.ts';

const summarizedNames = [
  'return_percent',
  'buy_and_hold_return_percent',
  'max_drawdown_percent',
  'exposure_time_percent',
  'sharpe_ratio',
  'win_rate_percent',
] as const satisfies readonly StatisticName[];

/** Medians over the stocks that have a value; null if none has. */
export type Summary = { stocks: number; trades: number } & Record<
  (typeof summarizedNames)[number],
  number | null
>;

/** The summary of the stocks of a run. Null without stocks. */
export function summarize(stocks: readonly Statistics[]): Summary | null {
  if (stocks.length === 0) return null;
  const medians = summarizedNames.map((name) => [name, median(stocks.map((stock) => stock[name]))] as const);
  return {
    stocks: stocks.length,
    trades: stocks.reduce((sum, { trades }) => sum + (trades ?? 0), 0),
    ...(Object.fromEntries(medians) as Record<(typeof summarizedNames)[number], number | null>),
  };
}

/** The median of the values that are known; of two in the middle their mean. Null without any. */
export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return lower === undefined || upper === undefined ? null : lower + (upper - lower) / 2;
}
