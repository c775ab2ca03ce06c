import type { Portfolio } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { useExportDays } from '../api/exports.ts';
import { formatFactor, formatPlainMoney } from '../format.ts';

/** Rows of a page: the table has one for each day. */
const pageSize = 100;

interface DayTableProps {
  portfolio: Portfolio;
  /** First day; undefined for the whole life. */
  since: string | undefined;
}

/** Every day of the period: the proof of the time-weighted return. */
export function DayTable({ portfolio, since }: DayTableProps) {
  const [page, setPage] = useState(0);
  const period = since === undefined ? {} : { since };
  const { data, error, refetch } = trpc.portfolios.days.useQuery(
    { portfolioId: portfolio.id, ...period, limit: pageSize, offset: page * pageSize },
    { placeholderData: keepPreviousData },
  );
  const save = useExportDays(portfolio, since);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  return (
    <Card
      title="Day table"
      actions={
        <Button size="sm" disabled={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden="true" /> {save.isPending ? 'Downloading...' : 'Download CSV'}
        </Button>
      }
    >
      <p className="mb-2 text-sm text-muted">
        The product of the factors is 1 + TTWROR. In {portfolio.currency}, oldest day first.
      </p>
      <QueryError error={save.error} fallback="Failed to export" className="mb-2" />
      <QueryError error={error} fallback="Failed to load performance" onRetry={refetch} />
      {!data && !error && <Skeleton className="h-96" />}
      {data && <DayRows days={data.days} currency={portfolio.currency} />}
      {pages > 1 && (
        <nav
          aria-label="Pages of the day table"
          className="mt-2 flex flex-wrap items-center justify-end gap-2 text-sm text-muted print:hidden"
        >
          <span className="numeric mr-1">
            Page {page + 1} of {formatCount(pages)}
          </span>
          <Button size="sm" disabled={page === 0} onClick={() => setPage(0)}>
            First
          </Button>
          <Button size="sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button size="sm" disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </Button>
          <Button size="sm" disabled={page >= pages - 1} onClick={() => setPage(pages - 1)}>
            Last
          </Button>
        </nav>
      )}
    </Card>
  );
}

interface DayRowsProps {
  days: readonly {
    readonly date: string;
    readonly value_before: number;
    readonly inflow: number;
    readonly outflow: number;
    readonly value: number;
    readonly factor: number;
    readonly index: number;
  }[];
  currency: string;
}

const titles = ['Value before', 'In', 'Out', 'Value', 'Factor', 'Product'] as const;

function DayRows({ days, currency }: DayRowsProps) {
  const cell = 'px-3 py-1.5 whitespace-nowrap';
  const plain = (value: number) => formatPlainMoney(value, currency);
  return (
    <ScrollRegion label="Days" className="max-h-96">
      <table className="numeric w-full text-right text-sm">
        <caption className="sr-only">Day table</caption>
        <thead className="sticky top-0 bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="h-9 px-3 text-left font-medium">
              Date
            </th>
            {titles.map((title) => (
              <th key={title} scope="col" className="h-9 px-3 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row" className={cn(cell, 'text-left font-medium')}>
                {formatDate(day.date)}
              </th>
              <td className={cell}>{plain(day.value_before)}</td>
              <td className={cell}>{day.inflow === 0 ? '' : plain(day.inflow)}</td>
              <td className={cell}>{day.outflow === 0 ? '' : plain(day.outflow)}</td>
              <td className={cell}>{plain(day.value)}</td>
              <td className={cell}>{formatFactor(day.factor)}</td>
              <td className={cell}>{formatFactor(day.index)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
