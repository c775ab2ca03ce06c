import { Download } from 'lucide-react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
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
      <div className="h-96 overflow-auto rounded-md border border-line print:h-auto print:overflow-visible">
        {!years && !error && <Skeleton className="h-full" />}
        {years && <MonthsTable name={name} years={years} />}
      </div>
    </Card>
  );
}

function MonthsTable({ name, years }: { name: string; years: readonly Year[] }) {
  return (
    <table className="numeric w-full text-right text-xs">
      <caption className="sr-only">Returns of {name} by month and year</caption>
      <thead className="sticky top-0 z-10 bg-sunken text-muted print:static">
        <tr>
          {['Year', ...months, 'Return'].map((title) => (
            <th key={title} scope="col" className="h-9 px-2 font-medium first:text-left">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {years.toReversed().map(({ year, months: ofYear, return_percent }) => (
          <tr key={year}>
            <th scope="row" className="px-2 py-1.5 text-left font-medium">
              {year}
            </th>
            {months.map((month, index) => (
              <td key={month} className={`px-2 whitespace-nowrap ${toneOf(ofYear[index] ?? null)}`}>
                {shownReturn(ofYear[index] ?? null)}
              </td>
            ))}
            <td className={`px-2 font-medium whitespace-nowrap ${toneOf(return_percent)}`}>
              {shownReturn(return_percent)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shownReturn(percent: number | null): string {
  if (percent === null) return '–';
  return percent === 0 ? '0.00%' : formatPercent(percent);
}
