import type { WatchListItem } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { SquareCheckBig } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { NamedOptions, Select } from '#components/ui/select.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { SortButton } from '../watch-list/table/sort-button.tsx';
import { useListActions } from '../watch-list/use-list-actions.ts';
import { stockFilters } from '../watch-list/view/arrange-stocks.ts';
import { filterLabels } from '../watch-list/view/list-view.ts';
import { useRememberedList } from '../watch-list/view/use-remembered-list.ts';
import { RailRows } from './rail-rows.tsx';
import { useRailSelection } from './use-rail-selection.ts';

const SelectionBar = lazyWithReload(
  async () => (await import('../watch-list/selection/selection-bar.tsx')).SelectionBar,
);

/** In pixels. */
const rowHeights = { fine: 32, coarse: 44 } as const;

/** Scrolls the rows by as little as shows one of them whole. */
function scrollTo(box: HTMLElement | null, top: number, height: number) {
  if (!box) return;
  const { scrollTop, clientHeight } = box;
  if (top < scrollTop) box.scrollTop = top;
  else if (top + height > scrollTop + clientHeight) box.scrollTop = top + height - clientHeight;
}

interface RailHeadProps {
  list: ReturnType<typeof useRememberedList>;
  isChoosing: boolean;
  onChoose: () => void;
  fold: ReactNode;
}

/** The filter of the list, the button that shows checkboxes, and the headers, which sort the rows. */
function RailHead({ list: { view, setView, lists, listId }, isChoosing, onChoose, fold }: RailHeadProps) {
  return (
    <>
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
          onClick={onChoose}
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
    </>
  );
}

interface RemovalOptions extends Pick<ReturnType<typeof useRailSelection>, 'selection' | 'selected'> {
  rail: RefObject<HTMLElement | null>;
  /** The stock of the page, and its index; -1 if the list does not show it. */
  symbol: string;
  current: number;
  items: readonly WatchListItem[];
  actions: ReturnType<typeof useListActions>;
}

/** Stops tracking the selected stocks; the page goes to another one if its own is one of them. */
function useRemoveSelected({ rail, symbol, current, items, actions, selection, selected }: RemovalOptions) {
  const navigate = useNavigate();

  /** Goes to a stock that stays if that of the page is one of the selected. */
  async function leaveSelected() {
    const stays = ({ stock }: WatchListItem) => !selection.selected.has(stock.symbol);
    if (!selection.selected.has(symbol)) return;
    const next = items.slice(current).find(stays) ?? items.slice(0, current).findLast(stays);
    await (next
      ? navigate({ to: '/stocks/$symbol', params: { symbol: next.stock.symbol } })
      : navigate({ to: '/stocks' }));
  }

  return async () => {
    await actions.removeSeveral(selected, leaveSelected);
    // The bar has left with the focus.
    if (document.activeElement !== document.body) return;
    rail.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  };
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
  const list = useRememberedList();
  const { items, arranged } = list;
  const box = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLDivElement>(null);
  const [showsChoice, setShowsChoice] = useState(false);
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
  const removeSelected = useRemoveSelected({
    rail,
    symbol,
    current,
    items: arranged,
    actions,
    selection,
    selected,
  });
  const isChoosing = showsChoice || selected.length > 0;

  function endChoice() {
    setShowsChoice(false);
    selection.clear();
  }

  return (
    <div
      ref={rail}
      className="flex h-[calc(100dvh-6rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <RailHead
        list={list}
        isChoosing={isChoosing}
        onChoose={() => (isChoosing ? endChoice() : setShowsChoice(true))}
        fold={fold}
      />
      <RailRows
        box={box}
        items={arranged}
        isLoading={items === undefined}
        symbol={symbol}
        rowHeight={rowHeight}
        selection={selection}
        isChoosing={isChoosing}
      />
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
