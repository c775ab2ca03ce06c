import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatMoney, formatReturn } from '../../format.ts';

export type SeriesRow = NonNullable<PortfolioPerformance['series']>[number];

interface SeriesTableProps {
  name: string;
  rows: readonly SeriesRow[];
  currency: string;
  benchmark: string | null;
}

/** The rows of the chart, newest first. */
export function SeriesTable({ name, rows, currency, benchmark }: SeriesTableProps) {
  const money = (key: 'value' | 'invested' | 'benchmark_value', title: string): Column<SeriesRow> => ({
    key,
    title,
    sortBy: (row) => row[key],
    cell: (row) => formatMoney(row[key], currency),
  });
  const percent = (key: 'twr' | 'drawdown' | 'benchmark_twr', title: string): Column<SeriesRow> => ({
    key,
    title,
    sortBy: (row) => row[key],
    cell: (row) => formatReturn(row[key]),
  });
  const columns: Column<SeriesRow>[] = [
    {
      key: 'date',
      title: 'Date',
      isText: true,
      sortBy: ({ date }) => date,
      cell: ({ date }) => formatDate(date),
    },
    money('value', 'Value'),
    money('invested', 'Invested'),
    percent('twr', 'Return'),
    percent('drawdown', 'Drawdown'),
    ...(benchmark === null
      ? []
      : [
          money('benchmark_value', `Value of ${benchmark}`),
          percent('benchmark_twr', `Return of ${benchmark}`),
        ]),
  ];
  return (
    <DataTable
      label={`Value and return of ${name}`}
      columns={columns}
      rows={rows}
      rowKey={({ date }) => date}
      initialSorting={{ key: 'date', isDescending: true }}
      className="max-h-96"
    />
  );
}
