import type { Stock, WatchListItem } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { StickyNote, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { OwnBadge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatPercent } from '#lib/format/numbers.ts';
import { delaySentence, pendingCloseSentence } from '../detail/data-sentences.ts';
import { FavoriteButton } from '../detail/favorite-button.tsx';
import { StockBadges } from '../detail/stock-badges.tsx';
import { LastPrice, PriceStatus } from '../quotes/last-price.tsx';
import { StockMenuButton } from './stock-menu-button.tsx';
import type { OnStockMenu } from './use-stocks-of-lists.ts';

/**
 * The `points` of an SVG polyline through these values, in pixels, oldest on the left. The lowest value is at the
 * bottom and the highest at the top; equal values are in the middle. Returns '' for fewer than two values.
 */
export function sparklinePoints(
  values: readonly number[],
  { width, height, margin }: { width: number; height: number; margin: number },
): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = (width - 2 * margin) / (values.length - 1);
  return values
    .map((value, index) => {
      const share = span > 0 ? (value - low) / span : 0.5;
      const x = margin + index * step;
      const y = height - margin - share * (height - 2 * margin);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** In pixels. `margin` keeps the ends of the stroke from being clipped. */
const size = { width: 72, height: 24, margin: 1.5 } as const;

/** The closes of the last month as a line in the colour of their change, which may differ from the day's. */
export function Sparkline({ closes }: { closes: readonly number[] }) {
  const change = changePercent(closes.at(-1), closes[0]);
  return (
    <span className="inline-flex items-center gap-1.5" title={`Last month: ${formatPercent(change)}`}>
      <span className="text-xs text-muted">
        1M<span className="sr-only"> {formatPercent(change)}</span>
      </span>
      <svg
        aria-hidden="true"
        width={size.width}
        height={size.height}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={(change ?? 0) >= 0 ? 'text-up' : 'text-down'}
      >
        <polyline
          points={sparklinePoints(closes, size)}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}

export type CardLayout = 'list' | 'grid';

interface StockFactsProps {
  stock: Stock;
  /** Whether all stocks have simulated prices, which the page says once. */
  isAllSimulated: boolean;
}

/** Exchange, sector and industry, the status, and the span of the data. */
export function StockFacts({ stock, isAllSimulated }: StockFactsProps) {
  return (
    <>
      <p className="text-xs text-muted">{factsOf(stock)}</p>
      <div>
        <StatusAndSpan stock={stock} isAllSimulated={isAllSimulated} />
      </div>
    </>
  );
}

function StatusAndSpan({ stock, isAllSimulated }: StockFactsProps) {
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <StockBadges stock={stock} fetchedLabel="Data Ready" isSimulatedKnown={isAllSimulated} />
      </div>
      <p className="mt-1 text-xs text-muted">{spanOf(stock)}</p>
    </>
  );
}

function factsOf({ exchange, sector, industry }: Stock): string {
  return [exchange, sector, industry].map((fact) => fact ?? 'N/A').join(' · ');
}

function spanOf({ data_start_date: start, data_end_date: end }: Stock): string {
  return start && end ? `${formatDate(start)} – ${formatDate(end)}` : 'No data available';
}

export interface StockCardProps extends Pick<StockFactsProps, 'isAllSimulated'> {
  item: WatchListItem;
  layout: CardLayout;
  /** The first day since which the chosen rule has been true, `YYYY-MM-DD`. */
  trueSince: string | undefined;
  onToggleFavorite: (item: WatchListItem) => void;
  onRemove: (item: WatchListItem) => void;
  onMenu: OnStockMenu;
}

/** One stock of the watch list. The link covers the whole card; its buttons are stacked above the link. */
export const StockCard = memo(function StockCard({
  item,
  layout,
  isAllSimulated,
  trueSince,
  onToggleFavorite,
  onRemove,
  onMenu,
}: StockCardProps) {
  const { stock } = item;
  const isGrid = layout === 'grid';
  return (
    <article
      aria-label={`${stock.symbol}, ${stock.name}`}
      data-symbol={stock.symbol}
      className={cn(
        'relative flex flex-col bg-surface p-4 transition-colors',
        'has-[a:hover]:bg-sunken/60 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent',
        isGrid
          ? 'h-full rounded-lg border border-line shadow-card'
          : 'border-b border-line has-[a:focus-visible]:-outline-offset-2 md:py-2 md:pr-3',
      )}
    >
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2.5',
          isGrid
            ? 'grow grid-rows-[1fr_auto]'
            : 'md:grid-cols-[minmax(0,1fr)_11rem_6.25rem_6rem_auto] md:items-center lg:grid-cols-[minmax(0,1fr)_17.5rem_6.25rem_7rem_auto]',
        )}
      >
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-baseline gap-x-2.5 leading-6">
            <Link
              to="/stocks/$symbol"
              params={{ symbol: stock.symbol }}
              data-stock={stock.symbol}
              className="font-semibold outline-none after:absolute after:inset-0"
            >
              {stock.symbol}
            </Link>
            <OwnBadge symbol={stock.symbol} />
            <span className="truncate text-sm text-muted">{stock.name}</span>
          </h2>
          <p className="text-xs text-muted">{factsOf(stock)}</p>
        </div>
        <div className={cn('col-start-1 row-start-2 min-w-0', !isGrid && 'md:col-start-2 md:row-start-1')}>
          <StatusAndSpan stock={stock} isAllSimulated={isAllSimulated} />
        </div>
        <div
          className={cn(
            'col-start-2 row-start-1 flex flex-col-reverse items-end justify-end gap-1',
            !isGrid &&
              'md:col-span-2 md:col-start-3 md:flex-row md:flex-wrap md:items-center md:justify-between md:gap-y-0',
          )}
        >
          <Sparkline closes={stock.recent_closes} />
          <PriceStatus stock={stock} className={cn('min-w-38', !isGrid && 'md:order-last md:w-full')} />
          <LastPrice stock={stock} size="row" />
        </div>
        <div
          className={cn(
            'relative col-start-2 row-start-2 -mr-2 -mb-2 flex items-end justify-end',
            !isGrid && 'md:col-start-5 md:row-start-1 md:m-0',
          )}
        >
          <FavoriteButton isFavorite={item.is_favorite} onToggle={() => onToggleFavorite(item)} />
          <IconButton label="Stop tracking" needsServer onClick={() => onRemove(item)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
          <StockMenuButton item={item} onMenu={onMenu} />
        </div>
      </div>
      <CardRemarks item={item} trueSince={trueSince} />
    </article>
  );
});

/** The day of a chosen rule, the reason of late data, and the notes. */
function CardRemarks({ item: { stock, notes }, trueSince }: Pick<StockCardProps, 'item' | 'trueSince'>) {
  const delay = delaySentence(stock) ?? pendingCloseSentence(stock);
  return (
    <>
      {trueSince && (
        <p className="mt-1.5 text-xs font-medium text-accent">True since {formatDate(trueSince)}</p>
      )}
      {delay && <p className="mt-1.5 line-clamp-2 text-xs text-warn">{delay}</p>}
      {notes && (
        <p className="mt-1.5 flex gap-1.5 text-sm">
          <StickyNote aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="line-clamp-2 whitespace-pre-line">{notes}</span>
        </p>
      )}
    </>
  );
}
