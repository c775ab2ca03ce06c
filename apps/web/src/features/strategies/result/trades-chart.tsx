import type { Stock } from '@stockbook/api/schemas';
import { Suspense, useMemo, useState } from 'react';
import type { PriceLevelEvents } from '../../../components/chart/levels/price-level.ts';
import type { PriceChartHandle } from '../../../components/chart/price-chart.tsx';
import { TimeSync } from '../../../components/chart/time-sync.ts';
import { QueryError } from '../../../components/feedback/query-error.tsx';
import { SectionBoundary } from '../../../components/feedback/section-boundary.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { lazyWithReload } from '../../../lib/lazy-with-reload.ts';
import { priceFormat } from '../../../lib/price-format.ts';
import type { StockResult, Trade } from '../api/types.ts';
import { reasonNames } from './reason-names.ts';
import { tradeMarkers } from './trade-markers.ts';

const PriceChart = lazyWithReload(
  async () => (await import('../../../components/chart/price-chart.tsx')).PriceChart,
);

const noLevelEvents: PriceLevelEvents = { onStart: () => {}, onDrag: () => {} };

interface TradesChartProps {
  result: StockResult;
  trades: readonly Trade[];
  /** Undefined if the stock has left the watch list. */
  stock: Stock | undefined;
}

/** The candles of a stock's run with its entries and exits. The table of trades is their text alternative. */
export function TradesChart({ result, trades, stock }: TradesChartProps) {
  const { symbol, start, end } = result;
  const { data, error, refetch } = trpc.stocks.bars.useQuery({
    symbol,
    interval: 'daily',
    start_date: start,
    end_date: end,
  });
  const bars = data?.data;
  const format = priceFormat(stock ?? { symbol, currency: data?.currency ?? null, recent_closes: [] });
  const [sync] = useState(() => new TimeSync());
  const [hovered, setHovered] = useState<number | null>(null);
  const [, setHandle] = useState<PriceChartHandle | null>(null);
  const markers = useMemo(() => (bars ? tradeMarkers(trades, bars) : []), [trades, bars]);
  const bar = bars?.[Math.min(hovered ?? bars.length - 1, bars.length - 1)];
  const events = bar ? tradesOn(trades, bar.date) : [];
  return (
    <section aria-label={`Entries and exits of ${symbol}`}>
      <p className="numeric mb-2 flex min-h-4 flex-wrap gap-x-4 text-xs">
        <span className="min-w-21 font-medium">{bar ? formatDate(bar.date) : '\u00A0'}</span>
        {bar && <span>Close {format.format(bar.close)}</span>}
        {events.map((event) => (
          <span key={event} className="font-medium">
            {event}
          </span>
        ))}
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
        </span>
      </p>
      <div className="min-h-[500px]">
        {error && <QueryError error={error} fallback="Failed to load chart data" onRetry={refetch} />}
        {!bars && !error && <Skeleton className="h-[500px]" />}
        {bars && (
          <SectionBoundary name="The chart" resetKey={symbol}>
            <Suspense fallback={<Skeleton className="h-[500px]" />}>
              <PriceChart
                ref={setHandle}
                bars={bars}
                format={format}
                style="candlestick"
                studies={noStudies}
                markers={markers}
                levels={noLevels}
                levelEvents={noLevelEvents}
                sync={sync}
                label={`Price chart of ${symbol} with ${formatCount(trades.length)} ${trades.length === 1 ? 'entry' : 'entries'} and their exits, which the table of trades lists.`}
                focusDate={null}
                onHover={setHovered}
              />
            </Suspense>
          </SectionBoundary>
        )}
      </div>
    </section>
  );
}

const noStudies: readonly never[] = [];
const noLevels: readonly never[] = [];

/** What happened on a day, in words. */
function tradesOn(trades: readonly Trade[], date: string): string[] {
  return trades.flatMap(({ entry_date, exit_date, reason }) => [
    ...(exit_date === date ? [`Sold: ${reasonNames[reason]}`] : []),
    ...(entry_date === date ? ['Bought'] : []),
  ]);
}
