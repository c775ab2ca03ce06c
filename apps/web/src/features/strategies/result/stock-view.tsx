import type { Stock } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import type { EquityChartHandle } from '#components/chart/equity/equity-chart.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { type EquityState, useTrades } from '../api/results.ts';
import type { StockResult } from '../api/types.ts';
import { StatisticsList } from '../statistics/statistics-list.tsx';
import { EquitySection } from './equity-section.tsx';
import { TradesChart } from './trades/trades-chart.tsx';
import { TradesTable } from './trades/trades-table.tsx';

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
        <p className="numeric mb-3 text-sm text-muted">
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
      <Card title={`Entries and exits of ${symbol}`}>
        {error ? <QueryError error={error} fallback="Failed to load the trades" onRetry={retry} /> : null}
        {!trades && !error && <Skeleton className="h-[524px]" />}
        {trades && (
          <div className="space-y-4">
            <TradesChart result={result} trades={trades} stock={stock} />
            <div>
              <h3 className="mb-2 text-sm font-semibold">Trades ({formatCount(trades.length)})</h3>
              {trades.length > 0 ? (
                <TradesTable symbol={symbol} trades={trades} currency={currency} />
              ) : (
                <p className="text-sm text-muted">No trades.</p>
              )}
            </div>
          </div>
        )}
      </Card>
      <Card title={`Statistics of ${symbol}`}>
        <StatisticsList statistics={statistics} currency={currency} />
      </Card>
    </div>
  );
}
