import type { WatchListItem } from '@stockbook/api/schemas';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type FocusEvent, Fragment, type Ref, useCallback, useMemo, useRef, useState } from 'react';
import { useMedia } from '#hooks/use-media.ts';
import { cn } from '#lib/cn.ts';
import { type StockListHandle, useStockListHandle } from '../stock-list-handle.ts';
import { useWindowRows } from '../use-window-rows.ts';
import { isDescending, type StockOrder, sortKeyOf } from '../view/arrange-stocks.ts';
import { columnTexts, type FiguresBySymbol, isTextColumn, type TableColumn } from './table-columns.ts';
import { RowCheckbox, TableRow } from './table-row.tsx';

type Selection = ReturnType<typeof useSelection>;

/** The selected rows among the shown ones. A row that a filter hides is selected again when it is shown again. */
export function useSelection(symbols: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const selected: ReadonlySet<string> = useMemo(
    () => new Set(symbols.filter((symbol) => chosen.has(symbol))),
    [symbols, chosen],
  );

  /** Selects or deselects a row; with Shift, all rows from the one that was clicked last. */
  const toggle = useCallback(
    (symbol: string, isRange: boolean) => {
      const to = symbols.indexOf(symbol);
      const from = isRange && last.current !== null ? symbols.indexOf(last.current) : to;
      last.current = symbol;
      const range = symbols.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
      setChosen((current) => {
        const next = new Set(current);
        const isSelecting = !current.has(symbol);
        for (const each of range) {
          if (isSelecting) next.add(each);
          else next.delete(each);
        }
        return next;
      });
    },
    [symbols],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  const toggleAll = () => {
    last.current = null;
    setChosen(new Set(selected.size === symbols.length ? [] : symbols));
  };
  return { selected, toggle, toggleAll, clear, lastToggled: () => last.current };
}

/** `h-10` of the rows, or `h-11` for touch, with their border, in pixels. */
const rowHeights = { fine: 41, coarse: 45 };
const rowsAtFirst = 20;

/** The place of rows that are not in the document. */
function Space({ rows, rowHeight }: { rows: number; rowHeight: number }) {
  return rows > 0 && <tr style={{ height: rows * rowHeight }} />;
}

interface StockTableProps {
  items: readonly WatchListItem[];
  figures: FiguresBySymbol;
  columns: readonly TableColumn[];
  order: StockOrder;
  onOrder: (order: StockOrder) => void;
  selection: Selection;
  /** Whether all stocks have simulated prices, which the page says once. */
  isAllSimulated: boolean;
  /** The first day since which the chosen rule has been true, by symbol; null without a rule. */
  trueSince: ReadonlyMap<string, string> | null;
  onToggleFavorite: (item: WatchListItem) => void;
  onRemove: (item: WatchListItem) => void;
  onFocus: (event: FocusEvent) => void;
  ref: Ref<StockListHandle>;
}

interface HeaderProps {
  column: 'symbol' | TableColumn;
  order: StockOrder;
  onOrder: (order: StockOrder) => void;
}

function headerOf(column: HeaderProps['column']): { header: string; name: string } {
  return column === 'symbol' ? { header: 'Symbol', name: 'Symbol' } : columnTexts[column];
}

/** A header that sorts: text ascending first, figures descending first. */
function SortButton({ column, order, onOrder }: HeaderProps) {
  const { header, name } = headerOf(column);
  const isSorted = sortKeyOf(order) === column;
  const isText = column === 'symbol' || isTextColumn(column);
  const isNextDescending = isSorted ? !isDescending(order) : !isText;
  const Arrow = isDescending(order) ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      title={`Sort by ${name}`}
      onClick={() => onOrder(isNextDescending ? `${column}-desc` : column)}
      className={cn(
        'inline-flex h-9 items-center gap-1 font-medium pointer-coarse:h-11 pointer-coarse:min-w-11 hover:text-ink focus-visible:-outline-offset-2',
        isSorted ? 'text-ink' : 'text-muted',
      )}
    >
      {header}
      {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
    </button>
  );
}

function sortState(column: string, order: StockOrder): 'ascending' | 'descending' | 'none' {
  if (sortKeyOf(order) !== column) return 'none';
  return isDescending(order) ? 'descending' : 'ascending';
}

/** The stocks as a table, virtualized except on paper: only rows near the viewport are in the document. */
export function StockTable(props: StockTableProps) {
  const { items, figures, columns, order, onOrder, selection, trueSince } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = rowHeights[useMedia('(pointer: coarse)') ? 'coarse' : 'fine'];
  const { rows, isPrinting, focusRow } = useWindowRows(body, {
    count: items.length,
    rowHeight,
    overscan: 10,
  });
  const allRows = items.map((_, index) => index);
  // Before the first layout, the virtualizer knows no rows.
  const near = rows.length > 0 ? rows.map(({ index }) => index) : allRows.slice(0, rowsAtFirst);
  const shown = isPrinting ? allRows : near;

  useStockListHandle(props.ref, items, 1, focusRow);

  const allSelected = selection.selected.size === items.length;
  const headerClass = 'border-b border-line bg-sunken px-3 py-0 whitespace-nowrap';
  return (
    <section
      aria-label="Tracked stocks"
      onFocus={props.onFocus}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface shadow-card"
    >
      <table
        aria-rowcount={items.length + 1}
        className="numeric w-full border-separate border-spacing-0 text-sm whitespace-nowrap"
      >
        <caption className="sr-only">Tracked stocks</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th
              scope="col"
              aria-sort={sortState('symbol', order)}
              data-title={headerOf('symbol').header}
              className={cn(headerClass, 'sticky left-0 z-10 pl-2 text-left')}
            >
              <div className="flex items-center gap-1">
                <RowCheckbox
                  label="Select all"
                  isChecked={allSelected || (selection.selected.size > 0 ? undefined : false)}
                  onToggle={selection.toggleAll}
                />
                <SortButton column="symbol" order={order} onOrder={onOrder} />
              </div>
            </th>
            {trueSince && (
              <th scope="col" className={cn(headerClass, 'text-left font-medium text-muted')}>
                True since
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                aria-sort={sortState(column, order)}
                data-title={headerOf(column).header}
                className={cn(headerClass, isTextColumn(column) ? 'text-left' : 'text-right')}
              >
                <SortButton column={column} order={order} onOrder={onOrder} />
              </th>
            ))}
            <th scope="col" className={headerClass}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((index, place) => {
            const item = items[index];
            const skipped = index - ((shown[place - 1] ?? -1) + 1);
            return (
              item && (
                <Fragment key={item.stock.symbol}>
                  <Space rows={skipped} rowHeight={rowHeight} />
                  <TableRow
                    item={item}
                    figures={figures.get(item.stock.symbol)}
                    columns={columns}
                    index={index}
                    isSelected={selection.selected.has(item.stock.symbol)}
                    showsSimulated={!props.isAllSimulated && item.stock.data_source === 'simulated'}
                    trueSince={trueSince?.get(item.stock.symbol)}
                    onSelect={selection.toggle}
                    onToggleFavorite={props.onToggleFavorite}
                    onRemove={props.onRemove}
                  />
                </Fragment>
              )
            );
          })}
          <Space rows={items.length - 1 - (shown.at(-1) ?? -1)} rowHeight={rowHeight} />
        </tbody>
      </table>
    </section>
  );
}
