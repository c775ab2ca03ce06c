import type { WatchListItem } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { memo, type RefObject, useState } from 'react';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { cn } from '#lib/cn.ts';
import { changePercent } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { QuotedCell } from '../quotes/last-price.tsx';
import { ChangePercent } from '../watch-list/price-change.tsx';
import { RowCheckbox } from '../watch-list/selection/row-checkbox.tsx';
import type { Selection } from '../watch-list/selection/use-selection.ts';

/** Rows in the document above and below those in sight. */
const overscan = 8;

interface RailRowProps {
  item: WatchListItem;
  index: number;
  count: number;
  height: number;
  isCurrent: boolean;
  /** Undefined while rows show no checkbox. */
  isSelected: boolean | undefined;
  onSelect: (symbol: string, isRange: boolean) => void;
}

const RailRow = memo(function RailRow({ item: { stock }, index, height, ...row }: RailRowProps) {
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={row.count}
      data-symbol={stock.symbol}
      className="absolute inset-x-0 flex items-center hover:bg-sunken has-[[aria-current]]:bg-accent-soft pointer-coarse:[&>label]:-mr-2.5"
      style={{ top: index * height, height }}
    >
      {row.isSelected !== undefined && (
        <RowCheckbox
          label={`Select ${stock.symbol}`}
          isChecked={row.isSelected}
          onToggle={(isRange) => row.onSelect(stock.symbol, isRange)}
        />
      )}
      <Link
        to="/stocks/$symbol"
        params={{ symbol: stock.symbol }}
        title={stock.name}
        aria-current={row.isCurrent ? 'page' : undefined}
        className={cn(
          'grid h-full min-w-0 grow grid-cols-[minmax(0,1fr)_minmax(4.25rem,max-content)_3.5rem] items-center gap-1.5 pr-2.5 text-xs whitespace-nowrap focus-visible:-outline-offset-2',
          row.isSelected === undefined && 'pl-2.5',
        )}
      >
        <span className="truncate text-sm font-medium">{stock.symbol}</span>
        <span className="numeric text-right">
          <QuotedCell stock={stock} column="last">
            {priceFormat(stock).format(stock.last_close)}
          </QuotedCell>
        </span>
        <span className="text-right">
          <QuotedCell stock={stock} column="percent">
            <ChangePercent percent={changePercent(stock.last_close, stock.previous_close)} />
          </QuotedCell>
        </span>
      </Link>
    </li>
  );
});

interface RailRowsProps {
  box: RefObject<HTMLDivElement | null>;
  items: readonly WatchListItem[];
  isLoading: boolean;
  /** The stock of the page. */
  symbol: string;
  rowHeight: number;
  selection: Selection;
  /** Whether rows show a checkbox. */
  isChoosing: boolean;
}

/** The rows in a box that scrolls; those far from the ones in sight are left out of the document. */
export function RailRows({ box, items, isLoading, symbol, rowHeight, selection, isChoosing }: RailRowsProps) {
  const [scrolled, setScrolled] = useState(0);
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - overscan);
  const last = first + Math.ceil(window.innerHeight / rowHeight) + 2 * overscan;
  return (
    <div
      ref={box}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
      className="min-h-0 grow overflow-y-auto overscroll-contain"
    >
      {isLoading && <Skeleton className="m-2.5 h-40" />}
      {!isLoading && items.length === 0 && (
        <p className="p-2.5 text-xs text-muted">No stock on your list matches.</p>
      )}
      <ul aria-label="Your stocks" className="relative" style={{ height: items.length * rowHeight }}>
        {items.slice(first, last).map((item, place) => (
          <RailRow
            key={item.stock.symbol}
            item={item}
            index={first + place}
            count={items.length}
            height={rowHeight}
            isCurrent={item.stock.symbol === symbol}
            isSelected={isChoosing ? selection.selected.has(item.stock.symbol) : undefined}
            onSelect={selection.toggle}
          />
        ))}
      </ul>
    </div>
  );
}
