import type { Stock } from '@stockbook/api/schemas';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type BarColumns, dateAt, haveClosesAlone } from '#components/chart/bar-columns.ts';
import { ChartValue, type HoveredBar, useShownBar } from '#components/chart/chart-value.ts';
import type { PriceChartHandle } from '#components/chart/price-chart.tsx';
import { TimeSync } from '#components/chart/time-sync.ts';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { isOwnSymbol } from '#lib/data-source.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { type PriceFormat, priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { StockResult, Trade } from '../../api/types.ts';
import { reasonNames, tradeMarkers, tradeSegments } from './trade-markers.ts';

const PriceChart = lazyWithReload(
  async () => (await import('#components/chart/price-chart.tsx')).PriceChart,
  <Skeleton className="h-[500px]" />,
);

interface TradesChartProps {
  result: StockResult;
  trades: readonly Trade[];
  /** Undefined if the stock has left the watch list. */
  stock: Stock | undefined;
}

/** The candles of a stock's run with its entries and exits. The table of trades is their text alternative. */
export function TradesChart({ result, trades, stock }: TradesChartProps) {
  const { symbol, start, end } = result;
  const {
    data: bars,
    error,
    refetch,
  } = trpc.stocks.chart.useQuery({
    symbol,
    interval: 'daily',
    start_date: start,
    end_date: end,
  });
  const format = useMemo(
    () => priceFormat(stock ?? { symbol, currency: bars?.currency ?? null, recent_closes: [] }),
    [stock, symbol, bars],
  );
  const [sync] = useState(() => new TimeSync());
  const [hover] = useState<HoveredBar>(() => new ChartValue<number | null>(null));
  const markers = useMemo(() => (bars ? tradeMarkers(trades, bars) : []), [trades, bars]);
  const segments = useMemo(() => (bars ? tradeSegments(trades, bars) : []), [trades, bars]);
  const chart = useRef<PriceChartHandle>(null);
  // Another stock is drawn by the same chart, whose axes may have been dragged.
  useEffect(() => chart.current?.reset(), [symbol]);
  const areClosesAlone = bars !== undefined && isOwnSymbol(symbol) && haveClosesAlone(bars);
  return (
    <section aria-label={`Entries and exits of ${symbol}`}>
      {areClosesAlone && (
        <p className="mb-2 text-sm text-muted">Filled at closes: these prices have no opens.</p>
      )}
      <p className="numeric mb-2 flex min-h-4 flex-wrap gap-x-4 text-xs">
        {bars ? <ShownBar bars={bars} hover={hover} trades={trades} format={format} /> : '\u00A0'}
        <span className="ml-auto flex gap-3 text-muted">
          <span>
            <span aria-hidden="true" className="text-[var(--chart-line)]">
              ▲
            </span>{' '}
            Entry
          </span>
          <span>
            <span aria-hidden="true" className="text-warn">
              ▼
            </span>{' '}
            Exit
          </span>
          <span className="inline-flex items-center gap-1.5">
            <i aria-hidden="true" className="h-0.5 w-3.5 bg-up" /> Profit
          </span>
          <span className="inline-flex items-center gap-1.5">
            <i aria-hidden="true" className="h-0.5 w-3.5 bg-down" /> Loss
          </span>
        </span>
      </p>
      <div className="min-h-[500px]">
        <QueryError error={error} fallback="Failed to load chart data" onRetry={refetch} />
        {!bars && !error && <Skeleton className="h-[500px]" />}
        {bars && (
          <SectionBoundary name="The chart" resetKey={symbol}>
            <PriceChart
              ref={chart}
              bars={bars}
              format={format}
              style={areClosesAlone ? 'steps' : 'candlestick'}
              scale="linear"
              markers={markers}
              segments={segments}
              sync={sync}
              label={`Price chart of ${symbol} with ${formatCount(trades.length)} ${trades.length === 1 ? 'entry' : 'entries'} and their exits, which the table of trades lists.`}
              describeBar={(index) => describeBar(bars, index, trades, format)}
              hover={hover}
            />
          </SectionBoundary>
        )}
      </div>
    </section>
  );
}

interface ShownBarProps {
  bars: BarColumns;
  hover: HoveredBar;
  trades: readonly Trade[];
  format: PriceFormat;
}

/** The bar under the crosshair, with the trades of its day. */
function ShownBar({ bars, hover, trades, format }: ShownBarProps) {
  const index = useShownBar(hover, bars.time.length);
  const date = dateAt(bars, index);
  const close = bars.close[index];
  if (date === undefined || close === undefined) return null;
  return (
    <>
      <span className="min-w-21 font-medium">{formatDate(date)}</span>
      <span>Close {format.format(close)}</span>
      {tradesOn(trades, date).map((event) => (
        <span key={event} className="font-medium">
          {event}
        </span>
      ))}
    </>
  );
}

function describeBar(bars: BarColumns, index: number, trades: readonly Trade[], format: PriceFormat): string {
  const date = dateAt(bars, index);
  const close = bars.close[index];
  if (date === undefined || close === undefined) return '';
  return [`${formatDate(date)}: close ${format.format(close)}`, ...tradesOn(trades, date)].join(', ');
}

function tradesOn(trades: readonly Trade[], date: string): string[] {
  return trades.flatMap(({ entry_date, exit_date, reason }) => [
    ...(exit_date === date ? [`Sold: ${reasonNames[reason]}`] : []),
    ...(entry_date === date ? ['Bought'] : []),
  ]);
}
