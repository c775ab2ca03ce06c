import type { Portfolio } from '@stockbook/api/schemas';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Figures } from '#components/ui/figures.tsx';
import { formatMoney, formatShareOf } from '../format.ts';
import { SkippedHoldings } from '../holdings/skipped-holdings.tsx';
import { type DividendList, useDividends } from './api.ts';
import { DividendCalendar } from './dividend-calendar.tsx';
import { ReviewDialog } from './review-dialog.tsx';

/** The dividends of a portfolio: those that may be missing, the calendar and the income of each stock. */
export function DividendsTab({ portfolio }: { portfolio: Portfolio }) {
  const { data, error, isPending, refetch } = useDividends(portfolio.id);
  return (
    <section aria-label="Dividends" className="space-y-5">
      <QueryError error={error} fallback="Failed to load dividends" onRetry={refetch} />
      {isPending && <DividendsLoading />}
      {data && <DividendsBody portfolio={portfolio} dividends={data} />}
    </section>
  );
}

function DividendsBody({ portfolio, dividends }: { portfolio: Portfolio; dividends: DividendList }) {
  const { received, suggested, forecast, months, by_stock, totals, skipped } = dividends;
  const { currency } = portfolio;
  const isEmpty = received.length === 0 && suggested.length === 0 && forecast.length === 0;
  if (isEmpty) {
    return (
      <>
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          No dividends yet. They are suggested here when a stock that you hold pays one.
        </p>
        <SkippedHoldings skipped={skipped} />
      </>
    );
  }
  return (
    <>
      {suggested.length > 0 && <MissingDividends portfolio={portfolio} dividends={dividends} />}
      <Figures
        figures={[
          { name: 'Received', text: formatMoney(totals.received, currency) },
          { name: 'Next 12 months', text: formatMoney(totals.forward_income, currency) },
          { name: 'Yield', text: formatShareOf(totals.yield_percent) },
          { name: 'Yield on cost', text: formatShareOf(totals.yield_on_cost_percent) },
        ]}
      />
      <Card title="By month">
        <DividendCalendar months={months} currency={currency} />
        {forecast.length > 0 && (
          <p className="mt-3 text-sm text-muted">
            An estimate: the last 12 months repeated for the shares you hold now.
          </p>
        )}
      </Card>
      <Card title="By stock">
        <div className="space-y-3">
          <DividendsByStock rows={by_stock} currency={currency} />
          <SkippedHoldings skipped={skipped} />
        </div>
      </Card>
    </>
  );
}

function MissingDividends({ portfolio, dividends }: { portfolio: Portfolio; dividends: DividendList }) {
  const [isReviewing, setIsReviewing] = useState(false);
  const { length } = dividends.suggested;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-accent-soft px-3.5 py-2.5 text-sm">
      <p className="font-medium">
        {length} {length === 1 ? 'dividend' : 'dividends'} may be missing
      </p>
      <Button size="sm" onClick={() => setIsReviewing(true)}>
        Review
      </Button>
      {isReviewing && (
        <ReviewDialog
          portfolio={portfolio}
          suggested={dividends.suggested}
          onClose={() => setIsReviewing(false)}
        />
      )}
    </div>
  );
}

type StockRow = DividendList['by_stock'][number];

function DividendsByStock({ rows, currency }: { rows: readonly StockRow[]; currency: string }) {
  const columns: readonly Column<StockRow>[] = [
    {
      key: 'symbol',
      title: 'Stock',
      cell: ({ symbol }) => <span className="normal-nums">{symbol}</span>,
      sortBy: ({ symbol }) => symbol,
      isText: true,
    },
    {
      key: 'received',
      title: 'Received',
      cell: ({ received }) => formatMoney(received, currency),
      sortBy: ({ received }) => received,
    },
    {
      key: 'forward',
      title: 'Next 12 months',
      cell: ({ forward_income }) => formatMoney(forward_income, currency),
      sortBy: ({ forward_income }) => forward_income,
    },
    {
      key: 'yield',
      title: 'Yield',
      cell: ({ yield_percent }) => formatShareOf(yield_percent),
      sortBy: ({ yield_percent }) => yield_percent,
    },
    {
      key: 'yield-on-cost',
      title: 'Yield on cost',
      cell: ({ yield_on_cost_percent }) => formatShareOf(yield_on_cost_percent),
      sortBy: ({ yield_on_cost_percent }) => yield_on_cost_percent,
    },
  ];
  return (
    <DataTable
      label="Dividends by stock"
      columns={columns}
      rows={rows}
      rowKey={({ symbol }) => symbol}
      initialSorting={{ key: 'received', isDescending: true }}
    />
  );
}

/** Placeholder of the figures, the calendar and the table. */
function DividendsLoading() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading dividends...</span>
      <Skeleton className="h-18 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
