/** The ranges with a button, and those of the menu beside the buttons. */
export const chartRanges = ['1M', '3M', '6M', '1Y', 'ALL'] as const;
export const menuRanges = ['YTD', '5Y'] as const;
export type ChartRange = (typeof chartRanges | typeof menuRanges)[number];
export const defaultChartRange: ChartRange = '1Y';

/** Earlier than the first bar of any provider. */
const earliestDate = '1990-01-01';
const monthsOf: Record<Exclude<ChartRange, 'ALL' | 'YTD'>, number> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  '5Y': 60,
};

export function isChartRange(value: unknown): value is ChartRange {
  return [...chartRanges, ...menuRanges].some((range) => range === value);
}

/**
 * The first day of a range that ends at `lastBarDate`, both `YYYY-MM-DD`. Counts back calendar months; if the month is
 * too short, returns its last day: one month before March 31 is February 28 or 29.
 */
export function rangeStart(range: ChartRange, lastBarDate: string): string {
  if (range === 'ALL') return earliestDate;
  if (range === 'YTD') return `${lastBarDate.slice(0, 4)}-01-01`;
  const last = new Date(`${lastBarDate}T00:00:00Z`);
  const year = last.getUTCFullYear();
  const month = last.getUTCMonth() - monthsOf[range];
  const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const start = new Date(Date.UTC(year, month, Math.min(last.getUTCDate(), lastDayOfMonth)));
  return start.toISOString().slice(0, 10);
}

/** The shortest range, from the default one on, with the bar of this date; both dates are `YYYY-MM-DD`. */
export function rangeWith(date: string, lastBarDate: string): ChartRange {
  return date < rangeStart(defaultChartRange, lastBarDate) ? 'ALL' : defaultChartRange;
}
