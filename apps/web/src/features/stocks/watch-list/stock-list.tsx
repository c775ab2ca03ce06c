import type { WatchListItem } from '@stockbook/api/schemas';
import { type DragEvent, type FocusEvent, type Ref, useRef } from 'react';
import { useIsPhone, useMedia } from '#hooks/use-media.ts';
import { cn } from '#lib/cn.ts';
import { PhoneStockItem } from './phone-stock-item.tsx';
import { type CardLayout, StockCard } from './stock-card.tsx';
import { type StockListHandle, useStockListHandle } from './stock-list-handle.ts';
import type { OnStockMenu } from './use-stocks-of-lists.ts';
import { useWindowRows } from './use-window-rows.ts';

/** The virtualizer's estimate of a row's height before it is measured, in pixels. */
const estimatedHeight = { card: 172, line: 73, phone: 64 } as const;
const gridGap = 12;

interface StockListProps {
  items: readonly WatchListItem[];
  layout: CardLayout;
  /** Whether all stocks have simulated prices, which the page says once. */
  isAllSimulated: boolean;
  /** The first day since which the chosen rule has been true, by symbol; null without a rule. */
  trueSince: ReadonlyMap<string, string> | null;
  onToggleFavorite: (item: WatchListItem) => void;
  onRemove: (item: WatchListItem) => void;
  onMenu: OnStockMenu;
  onFocus: (event: FocusEvent) => void;
  /** Called when one of the links is dragged. */
  onDragStart: (event: DragEvent) => void;
  ref: Ref<StockListHandle>;
}

function useColumns(layout: CardLayout): number {
  const isMedium = useMedia('(min-width: 42rem)');
  const isWide = useMedia('(min-width: 68rem)');
  if (layout === 'list') return 1;
  if (isWide) return 3;
  return isMedium ? 2 : 1;
}

/** The stocks as a list or grid, virtualized except on paper: only rows near the viewport are in the document. */
export function StockList({
  items,
  layout,
  isAllSimulated,
  trueSince,
  onToggleFavorite,
  onRemove,
  onMenu,
  onFocus,
  onDragStart,
  ref,
}: StockListProps) {
  const container = useRef<HTMLElement>(null);
  const columns = useColumns(layout);
  const gap = layout === 'grid' ? gridGap : 0;
  const isWideList = useMedia('(min-width: 52rem)');
  const isPhone = useIsPhone();
  const kind = layout === 'grid' ? 'card' : isPhone ? 'phone' : isWideList ? 'line' : 'card';
  const { rows, isPrinting, top, totalHeight, measureRow, focusRow } = useWindowRows(container, {
    count: Math.ceil(items.length / columns),
    rowHeight: estimatedHeight[kind],
    gap,
    overscan: 6,
  });

  useStockListHandle(ref, items, columns, focusRow);

  const cards = (shown: readonly WatchListItem[]) =>
    shown.map((item) => {
      const shared = {
        item,
        isAllSimulated,
        trueSince: trueSince?.get(item.stock.symbol),
        onToggleFavorite,
        onRemove,
        onMenu,
      };
      const { symbol } = item.stock;
      if (kind === 'phone') return <PhoneStockItem key={symbol} {...shared} />;
      return <StockCard key={symbol} layout={layout} {...shared} />;
    });
  const gridStyle = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap };

  return (
    <section
      ref={container}
      aria-label="Tracked stocks"
      onFocus={onFocus}
      onDragStart={onDragStart}
      className={cn(
        'relative box-content',
        layout === 'list' && 'overflow-hidden rounded-lg border border-line shadow-card',
        isPrinting && 'grid',
      )}
      style={isPrinting ? gridStyle : { height: totalHeight }}
    >
      {isPrinting
        ? cards(items)
        : rows.map((row) => (
            <div
              key={row.key}
              ref={measureRow}
              data-index={row.index}
              className="absolute inset-x-0 top-0 grid"
              style={{ ...gridStyle, transform: `translateY(${row.start - top}px)` }}
            >
              {cards(items.slice(row.index * columns, (row.index + 1) * columns))}
            </div>
          ))}
    </section>
  );
}
