import type { Stock } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import type { EquityChartHandle } from '#components/chart/equity/equity-chart.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount, formatPercent } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { type EquityState, useTrades } from '../api/results.ts';
import type { StockResult, Trade } from '../api/types.ts';
import { formatMoney, toneOf } from '../statistics/format-statistic.ts';
import { StatisticsList } from '../statistics/statistics-list.tsx';
import { EquitySection } from './equity-section.tsx';
import { MonthsCard } from './months-table.tsx';
import { resultSectionIds } from './result-anchors.tsx';
import { reasonNames } from './trades/trade-markers.ts';
import { TradesChart } from './trades/trades-chart.tsx';

const shares = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 });
const none = '–';

const dayMs = 86_400_000;
/** The fewest days before and after a trade on the chart that it opens. */
const minMarginDays = 20;

/** The dates of a chart with both ends of a trade in view; that of an open one ends with the run. */
export function tradeDates(
  { entry_date, exit_date }: Pick<Trade, 'entry_date' | 'exit_date'>,
  runEnd: string,
): { from: string; to: string } {
  const [start, end] = [Date.parse(entry_date), Date.parse(exit_date ?? runEnd)];
  const margin = Math.max(minMarginDays * dayMs, (end - start) / 2);
  const date = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: date(start - margin), to: date(end + margin) };
}

interface TradesTableProps {
  symbol: string;
  trades: readonly Trade[];
  stock: Stock | undefined;
  /** The last day of the run. */
  end: string;
}

function tradeColumns({ symbol, stock, end }: Omit<TradesTableProps, 'trades'>): Column<Trade>[] {
  const currency = stock?.currency ?? null;
  const money = (value: number | null) => (value === null ? none : formatMoney(value, currency));
  // Prices are written as on the page of the stock, amounts of money by the currency alone.
  const price = (value: number | null) =>
    value === null ? none : stock ? priceFormat(stock).format(value) : formatMoney(value, null);
  return [
    {
      key: 'entry_date',
      title: 'Entry',
      isText: true,
      sortBy: ({ entry_date }) => entry_date,
      cell: (trade) => (
        <Link
          to="/stocks/$symbol"
          params={{ symbol }}
          search={tradeDates(trade, end)}
          className="min-h-6 font-medium text-accent -outline-offset-2 after:absolute after:inset-0"
        >
          {formatDate(trade.entry_date)}
        </Link>
      ),
    },
    {
      key: 'exit_date',
      title: 'Exit',
      isText: true,
      sortBy: ({ exit_date }) => exit_date,
      cell: ({ exit_date }) => (exit_date === null ? none : formatDate(exit_date)),
    },
    {
      key: 'reason',
      title: 'Reason',
      isText: true,
      sortBy: ({ reason }) => reasonNames[reason],
      cell: ({ reason }) => <span className="normal-nums">{reasonNames[reason]}</span>,
    },
    {
      key: 'return_percent',
      title: 'Return',
      sortBy: ({ return_percent }) => return_percent,
      cell: ({ return_percent: value }) => (
        <span className={toneOf(value)}>{value === null ? none : formatPercent(value)}</span>
      ),
    },
    {
      key: 'profit',
      title: 'Profit',
      sortBy: ({ profit }) => profit,
      cell: ({ profit }) => <span className={toneOf(profit)}>{money(profit)}</span>,
    },
    {
      key: 'entry_price',
      title: 'Entry price',
      sortBy: ({ entry_price }) => entry_price,
      cell: ({ entry_price }) => price(entry_price),
    },
    {
      key: 'exit_price',
      title: 'Exit price',
      sortBy: ({ exit_price }) => exit_price,
      cell: ({ exit_price }) => price(exit_price),
    },
    {
      key: 'size',
      title: 'Shares',
      sortBy: ({ size }) => size,
      cell: ({ size }) => shares.format(size),
    },
    {
      key: 'commission',
      title: 'Commission',
      sortBy: ({ commission }) => commission,
      cell: ({ commission }) => money(commission),
    },
  ];
}

/** The trades of a stock, each with the reason of its exit; a row opens the chart at its trade. */
function TradesTable({ trades, ...run }: TradesTableProps) {
  return (
    <DataTable
      label={`Trades of ${run.symbol}`}
      columns={tradeColumns(run)}
      rows={trades}
      rowKey={({ entry_bar }) => String(entry_bar)}
      className="max-h-96"
    />
  );
}

interface StockViewProps {
  backtestId: string;
  result: StockResult;
  /** Undefined if the stock has left the watch list. */
  stock: Stock | undefined;
  equity: EquityState;
  chartRef: Ref<EquityChartHandle>;
}

const pendingSentences = {
  entry: 'At the last close it decided to buy at the next open.',
  exit: 'At the last close it decided to sell at the next open.',
} as const;

/** One stock of a backtest: equity, entries and exits on its candles, trades and statistics. */
export function StockView({ backtestId, result, stock, equity, chartRef }: StockViewProps) {
  const currency = stock?.currency ?? null;
  const { symbol, start, end, pending, warnings, statistics } = result;
  const { trades, error, retry } = useTrades(backtestId, symbol);
  return (
    <div className="space-y-5">
      <Card
        title={symbol}
        actions={
          <Link
            to="/stocks/$symbol"
            params={{ symbol }}
            className="text-sm text-accent underline print:hidden"
          >
            Open {symbol}
          </Link>
        }
      >
        <p className="mb-3 text-sm text-muted">
          {formatDate(start)} to {formatDate(end)}
          {currency && `, in ${currency}`}
        </p>
        {(warnings.length > 0 || pending) && (
          <ul className="mb-3 space-y-1 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
            {pending && <li>{pendingSentences[pending]}</li>}
          </ul>
        )}
        <EquitySection
          ref={chartRef}
          symbol={symbol}
          rows={equity.rows}
          error={equity.error}
          onRetry={equity.retry}
          currency={currency}
        />
      </Card>
      <Card title={`Entries and exits of ${symbol}`} id={resultSectionIds.trades}>
        {error ? <QueryError error={error} fallback="Failed to load the trades" onRetry={retry} /> : null}
        {!trades && !error && <Skeleton className="h-[524px]" />}
        {trades && (
          <div className="space-y-4">
            <TradesChart result={result} trades={trades} stock={stock} />
            <div>
              <h3 className="mb-2 text-sm font-semibold">Trades ({formatCount(trades.length)})</h3>
              {trades.length > 0 ? (
                <TradesTable symbol={symbol} trades={trades} stock={stock} end={end} />
              ) : (
                <p className="text-sm text-muted">No trades.</p>
              )}
            </div>
          </div>
        )}
      </Card>
      <MonthsCard backtestId={backtestId} symbol={symbol} />
      <Card title={`Statistics of ${symbol}`} id={resultSectionIds.statistics}>
        <StatisticsList statistics={statistics} currency={currency} />
      </Card>
    </div>
  );
}
