import type { WatchListItem } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { NamedOptions, Select } from '#components/ui/select.tsx';
import { changePercent } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { QuotedCell } from '../quotes/last-price.tsx';
import { ChangePercent } from '../watch-list/price-change.tsx';
import { SortButton } from '../watch-list/table/sort-button.tsx';
import { stockFilters } from '../watch-list/view/arrange-stocks.ts';
import { filterLabels } from '../watch-list/view/list-view.ts';
import { useRememberedList } from '../watch-list/view/use-remembered-list.ts';

/** In pixels. */
const rowHeight = 32;
/** Rows in the document above and below those in sight. */
const overscan = 8;

interface RailRowProps {
  item: WatchListItem;
  index: number;
  count: number;
  isCurrent: boolean;
}

const RailRow = memo(function RailRow({ item: { stock }, index, count, isCurrent }: RailRowProps) {
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={count}
      className="absolute inset-x-0"
      style={{ top: index * rowHeight, height: rowHeight }}
    >
      <Link
        to="/stocks/$symbol"
        params={{ symbol: stock.symbol }}
        title={stock.name}
        aria-current={isCurrent ? 'page' : undefined}
        className="grid h-full grid-cols-[minmax(0,1fr)_minmax(4.25rem,max-content)_3.5rem] items-center gap-1.5 px-2.5 text-xs whitespace-nowrap hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
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

interface ListRailProps {
  symbol: string;
  /** The button that folds the rail. */
  fold: ReactNode;
}

/**
 * The list as the user last saw it: symbol, last close and change. Only rows near those in sight are in the document.
 */
export function ListRail({ symbol, fold }: ListRailProps) {
  const { items, arranged, view, setView, lists, listId } = useRememberedList();
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const current = arranged.findIndex(({ stock }) => stock.symbol === symbol);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || current < 0) return;
    const { scrollTop, clientHeight } = element;
    const top = current * rowHeight;
    if (top < scrollTop) element.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) element.scrollTop = top + rowHeight - clientHeight;
  }, [current]);

  const first = Math.max(0, Math.floor(scrolled / rowHeight) - overscan);
  const last = first + Math.ceil(window.innerHeight / rowHeight) + 2 * overscan;
  return (
    <div className="flex h-[calc(100dvh-6rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-center gap-1 border-b border-line p-1.5">
        <Select
          size="sm"
          aria-label="Filter the list"
          className="min-w-0 grow"
          value={listId ?? view.filter}
          onChange={({ target: { value } }) => {
            const filter = stockFilters.find((name) => name === value);
            setView(filter ? { filter, list: null } : { filter: 'all', list: value });
          }}
        >
          {stockFilters.map((filter) => (
            <option key={filter} value={filter}>
              {filterLabels[filter]}
            </option>
          ))}
          {lists && lists.length > 0 && (
            <optgroup label="Lists">
              <NamedOptions items={lists} />
            </optgroup>
          )}
        </Select>
        {fold}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_4.25rem_3.5rem] gap-1.5 border-b border-line bg-sunken px-2.5 text-xs [--head:1.75rem]">
        {(['symbol', 'last', 'percent'] as const).map((column) => (
          <span key={column} className={column === 'symbol' ? '' : 'text-right'}>
            <SortButton column={column} order={view.order} onOrder={(order) => setView({ order })} />
          </span>
        ))}
      </div>
      <div
        ref={box}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
        className="min-h-0 grow overflow-y-auto overscroll-contain"
      >
        {items === undefined && <Skeleton className="m-2.5 h-40" />}
        {items !== undefined && arranged.length === 0 && (
          <p className="p-2.5 text-xs text-muted">No stock on your list matches.</p>
        )}
        <ul aria-label="Your stocks" className="relative" style={{ height: arranged.length * rowHeight }}>
          {arranged.slice(first, last).map((item, place) => (
            <RailRow
              key={item.stock.symbol}
              item={item}
              index={first + place}
              count={arranged.length}
              isCurrent={item.stock.symbol === symbol}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}
