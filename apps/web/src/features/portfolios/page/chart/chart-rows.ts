import type { PortfolioPerformance } from '@stockbook/api/schemas';
import type { ComparedRow } from '#components/chart/equity/equity-rows.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatMoney, formatReturn } from '../../format.ts';

export type ChartView = 'value' | 'return';

type SeriesRow = NonNullable<PortfolioPerformance['series']>[number];

/** The rows of the chart: money, or percentages of a return. */
export function chartRows(series: readonly SeriesRow[], view: ChartView): ComparedRow[] {
  return series.map((row) => ({
    date: row.date,
    value: view === 'value' ? row.value : toPercent(row.twr ?? 0),
    compared:
      view === 'value' ? row.invested : row.benchmark_twr === null ? null : toPercent(row.benchmark_twr),
    drawdown: toPercent(row.drawdown),
  }));
}

const toPercent = (fraction: number): number => 100 * fraction;

/** The names of both lines. */
export function lineNames(view: ChartView, benchmark: string | null): { value: string; compared: string } {
  return view === 'value'
    ? { value: 'Value', compared: 'Invested' }
    : { value: 'Return', compared: benchmark ?? 'No benchmark' };
}

/** A value of a row with its unit. */
export function formatRow(row: SeriesRow, view: ChartView, currency: string): [string, string] {
  return view === 'value'
    ? [formatMoney(row.value, currency), formatMoney(row.invested, currency)]
    : [formatReturn(row.twr), formatReturn(row.benchmark_twr)];
}

/** The text alternative of the chart. */
export function describeChart(
  name: string,
  series: readonly SeriesRow[],
  view: ChartView,
  currency: string,
  benchmark: string | null,
): string {
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last) return `Chart of ${name} without values`;
  const names = lineNames(view, benchmark);
  const [value, compared] = formatRow(last, view, currency);
  const end = `${names.value} ends at ${value}`;
  const other = view === 'return' && benchmark === null ? '' : `, ${names.compared} at ${compared}`;
  return `${names.value} of ${name} from ${formatDate(first.date)} to ${formatDate(last.date)}: ${end}${other}`;
}
