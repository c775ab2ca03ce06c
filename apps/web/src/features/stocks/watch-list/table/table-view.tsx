import type { WatchListItem } from '@stockbook/api/schemas';
import type { DragEvent, FocusEvent, RefObject } from 'react';
import { useUserSwitch } from '#hooks/use-user-state.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { useSelection } from '../selection/use-selection.ts';
import type { StockListHandle } from '../stock-list-handle.ts';
import type { useListActions } from '../use-list-actions.ts';
import type { OnStockMenu } from '../use-stocks-of-lists.ts';
import type { ListView } from '../view/list-view.ts';
import type { OwnValues } from '../view/own-columns.ts';
import { DayExtremes } from './day-extremes.tsx';
import { StockTable } from './stock-table.tsx';
import type { FiguresBySymbol } from './table-columns.ts';
import { useShownColumns } from './use-shown-columns.ts';

interface TableViewProps {
  items: readonly WatchListItem[];
  /** The stocks of the list, also those that a filter hides. */
  allItems: readonly WatchListItem[];
  /** In the order of the items. */
  symbols: readonly string[];
  figures: FiguresBySymbol;
  ownValues: OwnValues;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** Whether the prices of all stocks of the list are simulated. */
  isAllSimulated: boolean;
  trueSince: ReadonlyMap<string, string> | null;
  actions: ReturnType<typeof useListActions>;
  onMenu: OnStockMenu;
  onSelectionMenu: (anchor: HTMLElement, symbols: readonly string[]) => void;
  /** Removes stocks from the list on show; null without one. */
  onRemoveFromList: ((symbols: readonly string[]) => void) | null;
  onFocus: (event: FocusEvent) => void;
  /** Called when one of the links is dragged. */
  onDragStart: (event: DragEvent) => void;
  ref: RefObject<StockListHandle | null>;
}

/** The table of stocks, and what can be done with the selected ones. */
export function TableView(props: TableViewProps) {
  const { items, symbols, actions, view } = props;
  const { columns, own } = useShownColumns(view, props.onView);
  const [hasExtremes] = useUserSwitch('dayExtremes');
  const selection = useSelection(symbols);
  const selected = items.filter(({ stock }) => selection.selected.has(stock.symbol));

  function clearSelection() {
    selection.clear();
    if (document.activeElement?.closest('table')) return;
    // The bar leaves with the focus, which continues at the row that was selected last.
    props.ref.current?.focus(Math.max(symbols.indexOf(selection.lastToggled() ?? ''), 0));
  }

  return (
    <div className="space-y-3">
      {hasExtremes && <DayExtremes items={items} />}
      <StockTable
        ref={props.ref}
        items={items}
        allItems={props.allItems}
        figures={props.figures}
        columns={columns}
        own={own}
        ownValues={props.ownValues}
        isGrouped={view.isGrouped}
        order={view.order}
        onOrder={(order) => props.onView({ order })}
        selection={selection}
        onClearSelection={clearSelection}
        isAllSimulated={props.isAllSimulated}
        trueSince={props.trueSince}
        onToggleFavorite={actions.toggleFavorite}
        onRemove={actions.remove}
        onMenu={props.onMenu}
        onFocus={props.onFocus}
        onDragStart={props.onDragStart}
      />
      {selected.length > 0 && (
        <SelectionBar
          selected={selected}
          place="window"
          onStar={actions.star}
          onRemove={() => void actions.removeSeveral(selected)}
          onLists={props.onSelectionMenu}
          onRemoveFromList={props.onRemoveFromList}
          onClear={clearSelection}
          onFocus={props.onFocus}
        />
      )}
    </div>
  );
}
