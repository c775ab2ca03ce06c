import type { WatchListItem } from '@stockbook/api/schemas';
import {
  type DragEvent,
  type FocusEvent,
  Fragment,
  type Ref,
  type RefObject,
  type UIEvent,
  useMemo,
  useRef,
} from 'react';
import { useIsPhone, useMedia } from '#hooks/use-media.ts';
import { useWidth } from '#hooks/use-width.ts';
import { cn } from '#lib/cn.ts';
import type { Selection } from '../selection/use-selection.ts';
import { type StockListHandle, useStockListHandle } from '../stock-list-handle.ts';
import type { OnStockMenu } from '../use-stocks-of-lists.ts';
import { useWindowRows } from '../use-window-rows.ts';
import type { StockOrder } from '../view/arrange-stocks.ts';
import type { OwnValues } from '../view/own-columns.ts';
import { useCompactRows } from '../view/use-compact-rows.ts';
import { GroupRow } from './group-row.tsx';
import { HeaderRow } from './header-row.tsx';
import type { FiguresBySymbol, TableColumn } from './table-columns.ts';
import { type TableEntry, tableEntries } from './table-entries.ts';
import { TableRow } from './table-row.tsx';
import { contentWidths, type TableLayout, tableLayout } from './table-widths.ts';

/**
 * Heights in pixels, with their borders: of a row, and of the header, which stays below the top bar. The class name has
 * them for the parts of the table, without the borders.
 */
const densities = {
  usual: { row: 41, header: 37, className: '[--row:2.5rem] [--head:2.25rem]' },
  compact: { row: 32, header: 33, className: '[--row:1.9375rem] [--head:2rem]' },
  coarse: { row: 45, header: 45, className: '[--row:2.75rem] [--head:2.75rem]' },
} as const;

function useDensity() {
  const isCoarse = useMedia('(pointer: coarse)');
  const [isCompact] = useCompactRows();
  return densities[isCoarse ? 'coarse' : isCompact ? 'compact' : 'usual'];
}

/** The place of rows that are not in the document. */
function Space({ rows, rowHeight }: { rows: number; rowHeight: number }) {
  return rows > 0 && <tr className="block" style={{ height: rows * rowHeight }} />;
}

interface StockTableProps {
  items: readonly WatchListItem[];
  /** The stocks of the list, also those that a filter hides. */
  allItems: readonly WatchListItem[];
  figures: FiguresBySymbol;
  columns: readonly TableColumn[];
  /** The columns that the user wrote, and their values. */
  own: readonly string[];
  ownValues: OwnValues;
  /** Whether each sector has a heading; the items are then in the order of their sectors. */
  isGrouped: boolean;
  order: StockOrder;
  onOrder: (order: StockOrder) => void;
  selection: Selection;
  onClearSelection: () => void;
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

function useTableLayout(props: StockTableProps, table: RefObject<HTMLTableElement | null>): TableLayout {
  const { allItems, figures, columns, own, isAllSimulated, trueSince } = props;
  const hasNames = useMedia('(min-width: 52rem)');
  const isCoarse = useMedia('(pointer: coarse)');
  const isPhone = useIsPhone();
  const width = useWidth(table);
  const widths = useMemo(
    () => contentWidths(allItems, figures, isAllSimulated),
    [allItems, figures, isAllSimulated],
  );
  const hasTrueSince = trueSince !== null;
  return useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const room = width === null ? null : width / rem;
    return tableLayout({ widths, columns, own, hasTrueSince, hasNames, isCoarse, isPhone, room });
  }, [widths, columns, own, hasTrueSince, hasNames, isCoarse, isPhone, width]);
}

const rowsAtFirst = 20;

/** The indexes of the rows in the document, and what moves the focus to a row. */
function useShownRows(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  { row, header }: ReturnType<typeof useDensity>,
) {
  const { rows, isPrinting, focusRow } = useWindowRows(body, {
    count,
    rowHeight: row,
    overscan: 10,
    headerHeight: header,
  });
  const allRows = Array.from({ length: count }, (_, index) => index);
  // Before the first layout, the virtualizer knows no rows.
  const near = rows.length > 0 ? rows.map(({ index }) => index) : allRows.slice(0, rowsAtFirst);
  return { shown: isPrinting ? allRows : near, focusRow };
}

/**
 * The stocks as a table, virtualized except on paper: only rows near the viewport are in the document. Its rows are
 * grids with the same tracks, because the header stays in view when the page scrolls and follows the body sideways:
 * a table that scrolls within a box could hold its header in that box only.
 */
export function StockTable(props: StockTableProps) {
  const { ref, ...shared } = props;
  const { items, own, isGrouped, order, onOrder, selection, trueSince } = shared;
  const entries = useMemo(() => tableEntries(items, isGrouped), [items, isGrouped]);
  const placeOf = (index: number) =>
    isGrouped ? entries.findIndex((entry) => entry.kind === 'stock' && entry.item === items[index]) : index;
  const table = useRef<HTMLTableElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const density = useDensity();
  const layout = useTableLayout(props, table);
  const { shown, focusRow } = useShownRows(body, entries.length, density);

  useStockListHandle(ref, items, 1, (index, find) => focusRow(placeOf(index), find), {
    toggle: (index) => {
      const item = items[index];
      if (item) selection.toggle(item.stock.symbol, false);
    },
    selected: () => [...selection.selected],
    extend: selection.extend,
    clear: () => {
      if (selection.selected.size === 0) return false;
      props.onClearSelection();
      return true;
    },
  });

  const follow = (other: RefObject<HTMLElement | null>) => (event: UIEvent<HTMLElement>) => {
    if (other.current) other.current.scrollLeft = event.currentTarget.scrollLeft;
  };

  return (
    <section
      aria-label="Tracked stocks"
      onFocus={props.onFocus}
      onDragStart={props.onDragStart}
      className="overflow-clip rounded-lg border border-line bg-surface shadow-card max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 print:mx-0 print:overflow-visible print:border-0"
    >
      <table
        ref={table}
        data-prints-wide
        aria-rowcount={entries.length + 1}
        className={cn(
          'numeric block text-sm whitespace-nowrap [--cell:0.75rem] max-sm:[--cell:0.375rem] print:table print:w-full print:text-[0.625rem]/snug',
          density.className,
        )}
      >
        <caption className="sr-only">Tracked stocks</caption>
        <thead
          ref={head}
          onScroll={follow(body)}
          className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 block overflow-hidden print:static print:table-header-group"
        >
          <HeaderRow
            layout={layout}
            own={own}
            order={order}
            onOrder={onOrder}
            selection={selection}
            rowCount={items.length}
            hasTrueSince={trueSince !== null}
          />
        </thead>
        <tbody
          ref={body}
          onScroll={follow(head)}
          className="relative block overflow-x-auto overflow-y-hidden print:table-row-group"
        >
          <Rows {...shared} entries={entries} shown={shown} layout={layout} rowHeight={density.row} />
        </tbody>
      </table>
    </section>
  );
}

interface RowsProps extends Omit<StockTableProps, 'ref'> {
  entries: readonly TableEntry[];
  /** The indexes of the entries in the document. */
  shown: readonly number[];
  layout: TableLayout;
  rowHeight: number;
}

/** The rows near the viewport, and the room of the others. */
function Rows({ entries, shown, layout, rowHeight, own, figures, selection, ...props }: RowsProps) {
  return (
    <>
      {shown.map((index, place) => {
        const entry = entries[index];
        if (!entry) return null;
        const skipped = index - ((shown[place - 1] ?? -1) + 1);
        if (entry.kind === 'group') {
          return (
            <Fragment key={`sector ${entry.group.sector}`}>
              <Space rows={skipped} rowHeight={rowHeight} />
              <GroupRow group={entry.group} layout={layout} index={index} />
            </Fragment>
          );
        }
        const { item } = entry;
        const { symbol } = item.stock;
        return (
          <Fragment key={symbol}>
            <Space rows={skipped} rowHeight={rowHeight} />
            <TableRow
              item={item}
              figures={figures.get(symbol)}
              own={own}
              ownValues={props.ownValues.get(symbol)}
              layout={layout}
              index={index}
              isSelected={selection.selected.has(symbol)}
              showsSimulated={!props.isAllSimulated && item.stock.data_source === 'simulated'}
              trueSince={props.trueSince?.get(symbol)}
              onSelect={selection.toggle}
              onToggleFavorite={props.onToggleFavorite}
              onRemove={props.onRemove}
              onMenu={props.onMenu}
            />
          </Fragment>
        );
      })}
      <Space rows={entries.length - 1 - (shown.at(-1) ?? -1)} rowHeight={rowHeight} />
    </>
  );
}
