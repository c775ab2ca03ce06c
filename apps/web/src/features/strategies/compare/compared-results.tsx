import { useMemo, useState } from 'react';
import { EquityChart } from '#components/chart/equity/equity-chart.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatDate, formatMoment } from '#lib/format/dates.ts';
import { formatPercent } from '#lib/format/numbers.ts';
import { useBacktest, useEquity } from '../api/results.ts';
import type { Backtest } from '../api/types.ts';
import { formatStatistic } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { StatisticTerm } from '../statistics/statistics-list.tsx';
import {
  comparedReturns,
  differenceText,
  differingSettings,
  type SettingPair,
  type StatisticPair,
  statisticPairs,
} from './compare-figures.ts';

const names = { value: 'This result', compared: 'Other result' } as const;

const equityStyle = { unit: 'percent', names, height: 260, hasDrawdown: false } as const;

const settingColumns: readonly Column<SettingPair>[] = [
  { key: 'name', title: 'Setting', isText: true, cell: ({ name }) => name },
  {
    key: 'own',
    title: names.value,
    isText: true,
    cell: ({ own }) => <span className="block min-w-32 whitespace-normal">{own}</span>,
  },
  {
    key: 'other',
    title: names.compared,
    isText: true,
    cell: ({ other }) => <span className="block min-w-32 whitespace-normal">{other}</span>,
  },
];

const statisticColumns: readonly Column<StatisticPair>[] = [
  { key: 'name', title: 'Statistic', isText: true, cell: ({ name }) => <StatisticTerm name={name} /> },
  {
    key: 'own',
    title: names.value,
    cell: ({ name, own }) => formatStatistic(own, statisticGuides[name].unit),
  },
  {
    key: 'other',
    title: names.compared,
    cell: ({ name, other }) => formatStatistic(other, statisticGuides[name].unit),
  },
  { key: 'difference', title: 'Difference', cell: differenceText },
];

interface ComparedResultsProps {
  own: Backtest;
  otherId: string;
}

/** Two results side by side: the settings that differ, both equities on one scale, and the statistics. */
export function ComparedResults({ own, otherId }: ComparedResultsProps) {
  const { data: other, error, refetch, isPlaceholderData } = useBacktest(otherId);
  if (error) {
    return (
      <QueryError error={error} fallback="Failed to load the backtest" onRetry={refetch} className="mt-4" />
    );
  }
  if (!other || isPlaceholderData) return <Skeleton className="mt-4 h-96 rounded-lg" />;
  const settings = differingSettings(own, other);
  const { ofStocks, ofAccount } = statisticPairs(own, other);
  return (
    <div className="mt-5 space-y-5">
      <section aria-label="Settings that differ">
        <h3 className="mb-2 text-sm font-semibold">Settings that differ</h3>
        {settings.length > 0 ? (
          <DataTable
            label="Settings that differ"
            columns={settingColumns}
            rows={settings}
            rowKey={({ name }) => name}
          />
        ) : (
          <p className="text-sm text-muted">None: rules, costs and stocks are the same.</p>
        )}
      </section>
      <ComparedEquity own={own} other={other} />
      <section aria-label="Statistics of both results">
        <h3 className="mb-2 text-sm font-semibold">Statistics</h3>
        <DataTable
          label="Statistics of both results"
          columns={statisticColumns}
          rows={ofStocks}
          rowKey={({ name }) => name}
        />
        {ofAccount.length > 0 && (
          <p className="mt-2 text-xs text-muted">
            Of several stocks: the medians; trades are the sum. Below, all stocks as one account.
          </p>
        )}
      </section>
      {ofAccount.length > 0 && (
        <section aria-label="All stocks as one account">
          <DataTable
            label="All stocks as one account"
            columns={statisticColumns}
            rows={ofAccount}
            rowKey={({ name }) => name}
          />
        </section>
      )}
    </div>
  );
}

/** The returns of both equities since their first day. */
function ComparedEquity({ own, other }: { own: Backtest; other: Backtest }) {
  const [a, b] = [useEquity(own.id, null), useEquity(other.id, null)];
  const rows = useMemo(() => (a.rows && b.rows ? comparedReturns(a.rows, b.rows) : null), [a.rows, b.rows]);
  const [hovered, setHovered] = useState<number | null>(null);
  const row = rows?.[Math.min(hovered ?? rows.length - 1, rows.length - 1)];
  const error = a.error ?? b.error;
  return (
    <section aria-label="Equity of both results">
      <h3 className="mb-2 text-sm font-semibold">Equity</h3>
      <p className="numeric mb-2 flex min-h-4 flex-wrap gap-x-4 text-xs">
        {row && (
          <>
            <span className="min-w-21 font-medium">{formatDate(row.date)}</span>
            <span className="inline-flex items-center gap-1.5">
              <i aria-hidden="true" className="h-0.5 w-3.5 bg-[var(--chart-line)]" /> {names.value}{' '}
              {formatPercent(row.value)}
            </span>
            <span className="inline-flex items-center gap-1.5">
              <i aria-hidden="true" className="h-0.5 w-3.5 bg-muted" /> {names.compared}{' '}
              {formatPercent(row.compared)}
            </span>
          </>
        )}
      </p>
      {error ? (
        <QueryError
          error={error}
          fallback="Failed to load the equity"
          onRetry={a.error ? a.retry : b.retry}
        />
      ) : rows ? (
        <EquityChart
          rows={rows}
          style={equityStyle}
          kind="equity"
          label={`Returns of this result and of the backtest of ${formatMoment(other.created_at)}, from their first day on`}
          onHover={setHovered}
        />
      ) : (
        <Skeleton className="h-[260px]" />
      )}
    </section>
  );
}
