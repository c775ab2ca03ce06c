import type { WatchListItem } from '@stockbook/api/schemas';
import { Link, useNavigate } from '@tanstack/react-router';
import { SquareCheckBig } from 'lucide-react';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { NamedOptions, Select } from '#components/ui/select.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { cn } from '#lib/cn.ts';
import { changePercent } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { QuotedCell } from '../quotes/last-price.tsx';
import { ChangePercent } from '../watch-list/price-change.tsx';
import { RowCheckbox } from '../watch-list/selection/row-checkbox.tsx';
import { SortButton } from '../watch-list/table/sort-button.tsx';
import { useListActions } from '../watch-list/use-list-actions.ts';
import { stockFilters } from '../watch-list/view/arrange-stocks.ts';
import { filterLabels } from '../watch-list/view/list-view.ts';
import { useRememberedList } from '../watch-list/view/use-remembered-list.ts';
import { useRailSelection } from './use-rail-selection.ts';

const SelectionBar = lazyWithReload(
  async () => (await import('../watch-list/selection/selection-bar.tsx')).SelectionBar,
);

/** In pixels. */
const rowHeights = { fine: 32, coarse: 44 } as const;
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

/** Scrolls the rows by as little as shows one of them whole. */
function scrollTo(box: HTMLElement | null, top: number, height: number) {
  if (!box) return;
  const { scrollTop, clientHeight } = box;
  if (top < scrollTop) box.scrollTop = top;
  else if (top + height > scrollTop + clientHeight) box.scrollTop = top + height - clientHeight;
}

interface ListRailProps {
  symbol: string;
  /** The button that folds the rail. */
  fold: ReactNode;
  /** Opens the menu of lists for stocks. */
  onLists: (anchor: HTMLElement, symbols: readonly string[]) => void;
}

/**
 * The list as the user last saw it: symbol, last close and change. Only rows near those in sight are in the document.
 * Rows have checkboxes while some are selected, or while the button for them is pressed.
 */
export function ListRail({ symbol, fold, onLists }: ListRailProps) {
  const { items, arranged, view, setView, lists, listId } = useRememberedList();
  const box = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [showsChoice, setShowsChoice] = useState(false);
  const navigate = useNavigate();
  const actions = useListActions();
  const rowHeight = rowHeights[useMedia('(pointer: coarse)') ? 'coarse' : 'fine'];
  const current = arranged.findIndex(({ stock }) => stock.symbol === symbol);

  useLayoutEffect(() => {
    if (current >= 0) scrollTo(box.current, current * rowHeight, rowHeight);
  }, [current, rowHeight]);

  function focusRow(index: number) {
    scrollTo(box.current, index * rowHeight, rowHeight);
    const row = CSS.escape(arranged[index]?.stock.symbol ?? '');
    box.current?.querySelector<HTMLElement>(`li[data-symbol="${row}"] a`)?.focus({ preventScroll: true });
  }
  const { selection, selected, focusLast } = useRailSelection({ rail, items: arranged, current, focusRow });
  const isChoosing = showsChoice || selected.length > 0;

  function endChoice() {
    setShowsChoice(false);
    selection.clear();
  }

  async function removeSelected() {
    await actions.removeSeveral(selected, leaveSelected);
    // The bar has left with the focus.
    if (document.activeElement !== document.body) return;
    rail.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }

  /** Goes to a stock that stays if that of the page is one of the selected. */
  async function leaveSelected() {
    const stays = ({ stock }: WatchListItem) => !selection.selected.has(stock.symbol);
    if (!selection.selected.has(symbol)) return;
    const next = arranged.slice(current).find(stays) ?? arranged.slice(0, current).findLast(stays);
    await (next
      ? navigate({ to: '/stocks/$symbol', params: { symbol: next.stock.symbol } })
      : navigate({ to: '/stocks' }));
  }

  const first = Math.max(0, Math.floor(scrolled / rowHeight) - overscan);
  const last = first + Math.ceil(window.innerHeight / rowHeight) + 2 * overscan;
  return (
    <div
      ref={rail}
      className="flex h-[calc(100dvh-6rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
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
        <IconButton
          label="Select stocks"
          aria-pressed={isChoosing}
          onClick={() => (isChoosing ? endChoice() : setShowsChoice(true))}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <SquareCheckBig aria-hidden="true" />
        </IconButton>
        {fold}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_4.25rem_3.5rem] gap-1.5 border-b border-line bg-sunken px-2.5 text-xs [--head:1.75rem] pointer-coarse:[--head:2.75rem]">
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
              height={rowHeight}
              isCurrent={item.stock.symbol === symbol}
              isSelected={isChoosing ? selection.selected.has(item.stock.symbol) : undefined}
              onSelect={selection.toggle}
            />
          ))}
        </ul>
      </div>
      {selected.length > 0 && (
        <SectionBoundary name="The selection">
          <SelectionBar
            selected={selected}
            place="rail"
            onStar={actions.star}
            onRemove={() => void removeSelected()}
            onLists={onLists}
            onRemoveFromList={null}
            onClear={() => {
              endChoice();
              focusLast();
            }}
          />
        </SectionBoundary>
      )}
    </div>
  );
}
