import { Toggle } from '@base-ui/react/toggle';
import { Table2 } from 'lucide-react';
import { type Ref, useMemo, useState } from 'react';
import type { EquityChartHandle } from '#components/chart/equity/equity-chart.tsx';
import { type ComparedRow, comparedRows, type EquityRow } from '#components/chart/equity/equity-rows.ts';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { useUserSwitch } from '#hooks/use-user-state.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatPercent } from '#lib/format/numbers.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { formatMoney } from '../statistics/format-statistic.ts';

/** The equity of a stock's run at each close. */
function EquityTable({
  symbol,
  rows,
  currency,
}: {
  symbol: string;
  rows: readonly ComparedRow[];
  currency: string | null;
}) {
  const columns: Column<ComparedRow>[] = [
    {
      key: 'date',
      title: 'Date',
      isText: true,
      sortBy: ({ date }) => date,
      cell: ({ date }) => formatDate(date),
    },
    {
      key: 'equity',
      title: 'Strategy',
      sortBy: ({ value }) => value,
      cell: ({ value }) => formatMoney(value, currency),
    },
    {
      key: 'buy_and_hold',
      title: 'Buy and hold',
      sortBy: ({ compared }) => compared,
      cell: ({ compared }) => (compared === null ? 'N/A' : formatMoney(compared, currency)),
    },
    {
      key: 'drawdown',
      title: 'Drawdown',
      sortBy: ({ drawdown }) => drawdown,
      cell: ({ drawdown }) => (drawdown === 0 ? '0.00%' : formatPercent(drawdown)),
    },
  ];
  return (
    <DataTable
      label={`Equity of ${symbol}`}
      columns={columns}
      rows={rows}
      rowKey={({ date }) => date}
      className="h-[370px]"
    />
  );
}

const EquityChart = lazyWithReload(
  async () => (await import('#components/chart/equity/equity-chart.tsx')).EquityChart,
  <Skeleton className="h-[370px]" />,
);

const equityStyle = {
  unit: 'money',
  names: { value: 'Strategy', compared: 'Buy and hold' },
  height: 260,
  hasDrawdown: true,
} as const;

interface EquitySectionProps {
  symbol: string;
  /** Undefined while they are loading. */
  rows: readonly EquityRow[] | undefined;
  error: unknown;
  onRetry: () => void;
  currency: string | null;
  ref: Ref<EquityChartHandle>;
}

/** Equity against buy-and-hold as a chart or a table. */
export function EquitySection({ symbol, rows, error, onRetry, currency, ref }: EquitySectionProps) {
  const [isTable, setIsTable] = useState(false);
  const [isLog, setIsLog] = useUserSwitch('equityLog');
  const [hovered, setHovered] = useState<number | null>(null);
  const compared = useMemo(() => comparedRows(rows ?? []), [rows]);
  const row = rows?.[Math.min(hovered ?? rows.length - 1, rows.length - 1)];
  return (
    <section aria-label={`Equity of ${symbol}`}>
      <div className="mb-2 flex min-h-9 items-start justify-between gap-3">
        <EquityLegend row={row} currency={currency} />
        <div className="flex print:hidden">
          <Toggle
            pressed={isLog}
            onPressedChange={setIsLog}
            disabled={!rows || isTable}
            render={<Button variant="quiet" />}
            className="data-pressed:bg-accent-soft data-pressed:text-accent"
          >
            Log scale
          </Toggle>
          <Toggle
            pressed={isTable}
            onPressedChange={setIsTable}
            disabled={!rows}
            render={<IconButton label="Show equity as table" />}
            className="data-pressed:bg-accent-soft data-pressed:text-accent"
          >
            <Table2 aria-hidden="true" />
          </Toggle>
        </div>
      </div>
      <div className="min-h-[370px]">
        {error ? <QueryError error={error} fallback="Failed to load the equity" onRetry={onRetry} /> : null}
        {!rows && !error && <Skeleton className="h-[370px]" />}
        {rows && isTable && <EquityTable symbol={symbol} rows={compared} currency={currency} />}
        {rows && !isTable && (
          <SectionBoundary name="The chart" resetKey={symbol}>
            <EquityChart
              ref={ref}
              rows={compared}
              scale={isLog ? 'log' : 'linear'}
              style={equityStyle}
              kind="equity"
              label={describeEquity(symbol, rows, currency)}
              onHover={setHovered}
            />
          </SectionBoundary>
        )}
      </div>
    </section>
  );
}

function EquityLegend({ row, currency }: { row: EquityRow | undefined; currency: string | null }) {
  // Without values, the words would move when they come.
  if (!row) return <div className="min-h-4" />;
  return (
    <div className="numeric flex flex-wrap items-center gap-x-4 gap-y-0.5 text-xs">
      <span className="min-w-21 font-medium">{formatDate(row.date)}</span>
      <span className="inline-flex items-center gap-1.5">
        <i aria-hidden="true" className="h-0.5 w-3.5 bg-[var(--chart-line)]" /> Strategy
        <span>{formatMoney(row.equity, currency)}</span>
      </span>
      <span className="inline-flex items-center gap-1.5">
        <i aria-hidden="true" className="h-0.5 w-3.5 bg-muted" /> Buy and hold
        <span>{formatMoney(row.buy_and_hold, currency)}</span>
      </span>
      <span className="inline-flex items-center gap-1.5">
        <i aria-hidden="true" className="h-2 w-3.5 bg-down/40" /> Drawdown
      </span>
    </div>
  );
}

/** The text alternative of the chart. */
function describeEquity(symbol: string, rows: readonly EquityRow[], currency: string | null): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return `Equity of ${symbol} without values`;
  const change = (now: number) => formatPercent(100 * (now / first.equity - 1));
  return (
    `Equity of ${symbol} from ${formatDate(first.date)} to ${formatDate(last.date)}: ` +
    `the strategy ends at ${formatMoney(last.equity, currency)} (${change(last.equity)}), ` +
    `buy and hold at ${formatMoney(last.buy_and_hold, currency)} (${change(last.buy_and_hold)}). Drawdown below.`
  );
}
