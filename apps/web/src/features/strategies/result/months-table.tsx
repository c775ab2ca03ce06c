import { Download } from 'lucide-react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatPercent } from '#lib/format/numbers.ts';
import { saveFile } from '#lib/save-file.ts';
import { useMonths } from '../api/results.ts';
import { toneOf } from '../statistics/format-statistic.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

type Year = NonNullable<ReturnType<typeof useMonths>['years']>[number];

/** The table as CSV: a line for each year, empty for a month without a value. */
function monthsCsv(years: readonly Year[]): string {
  const lines = years.map(({ year, months: ofYear, return_percent }) => [year, ...ofYear, return_percent]);
  const header = ['year', ...months.map((month) => month.toLowerCase()), 'return_percent'];
  return `${[header, ...lines].map((line) => line.map((cell) => cell ?? '').join(',')).join('\r\n')}\r\n`;
}

interface MonthsCardProps {
  backtestId: string;
  /** Null for all stocks as one account. */
  symbol: string | null;
}

/** The returns of the equity by calendar month, with those of the years. */
export function MonthsCard({ backtestId, symbol }: MonthsCardProps) {
  const { years, error, retry } = useMonths(backtestId, symbol);
  const name = symbol ?? 'all stocks';
  const save = () => {
    const file = new Blob([monthsCsv(years ?? [])], { type: 'text/csv' });
    saveFile(`months-${symbol ?? 'all-stocks'}.csv`, file);
  };
  return (
    <Card
      title={`Returns of ${name} by month`}
      actions={
        <IconButton label="Download CSV" disabled={!years} onClick={save} className="print:hidden">
          <Download aria-hidden="true" />
        </IconButton>
      }
    >
      {error ? <QueryError error={error} fallback="Failed to load the returns" onRetry={retry} /> : null}
      {!years && !error && <Skeleton className="h-96" />}
      {years && <MonthsTable name={name} years={years} />}
    </Card>
  );
}

function MonthsTable({ name, years }: { name: string; years: readonly Year[] }) {
  const returns = (key: string, percentOf: (year: Year) => number | null): Column<Year> => ({
    key,
    title: key,
    sortBy: percentOf,
    cell: (year) => <span className={toneOf(percentOf(year))}>{shownReturn(percentOf(year))}</span>,
  });
  return (
    <DataTable
      label={`Returns of ${name} by month and year`}
      columns={[
        {
          key: 'year',
          title: 'Year',
          isText: true,
          sortBy: ({ year }) => year,
          cell: ({ year }) => String(year),
        },
        ...months.map((month, index) => returns(month, (year) => year.months[index] ?? null)),
        returns('Return', ({ return_percent }) => return_percent),
      ]}
      rows={years}
      rowKey={({ year }) => String(year)}
      initialSorting={{ key: 'year', isDescending: true }}
      className="h-96 print:h-auto"
    />
  );
}

function shownReturn(percent: number | null): string {
  if (percent === null) return '–';
  return percent === 0 ? '0.00%' : formatPercent(percent);
}
