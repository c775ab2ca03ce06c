import type { WatchListItem } from '@stockbook/api/schemas';
import type { FocusEvent, RefObject } from 'react';
import { useExportWatchList } from '../../import/api.ts';
import type { StockListHandle } from '../stock-list-handle.ts';
import type { useListActions } from '../use-list-actions.ts';
import type { ListView } from '../view/list-view.ts';
import { SelectionBar } from './selection-bar.tsx';
import { StockTable } from './stock-table.tsx';
import type { FiguresBySymbol } from './table-columns.ts';
import { useSelection } from './use-selection.ts';

interface TableViewProps {
  items: readonly WatchListItem[];
  /** Of the items. */
  symbols: readonly string[];
  figures: FiguresBySymbol;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** Whether the prices of all stocks of the list are simulated. */
  isAllSimulated: boolean;
  trueSince: ReadonlyMap<string, string> | null;
  actions: ReturnType<typeof useListActions>;
  onFocus: (event: FocusEvent) => void;
  ref: RefObject<StockListHandle | null>;
}

/** The table of stocks, and what can be done with the selected ones. */
export function TableView(props: TableViewProps) {
  const { items, symbols, actions, view } = props;
  const selection = useSelection(symbols);
  const exporting = useExportWatchList();
  const selected = items.filter(({ stock }) => selection.selected.has(stock.symbol));
  const [first] = selected;
  const areFavorites = selected.every((item) => item.is_favorite);

  function clearSelection() {
    selection.clear();
    // The bar leaves with the focus, which continues at the row that was selected last.
    props.ref.current?.focus(Math.max(symbols.indexOf(selection.lastToggled() ?? ''), 0));
  }

  return (
    <div className="space-y-4">
      <StockTable
        ref={props.ref}
        items={items}
        figures={props.figures}
        columns={view.columns}
        order={view.order}
        onOrder={(order) => props.onView({ order })}
        selection={selection}
        isAllSimulated={props.isAllSimulated}
        trueSince={props.trueSince}
        onToggleFavorite={actions.toggleFavorite}
        onRemove={actions.remove}
        onFocus={props.onFocus}
      />
      {first && (
        <SelectionBar
          symbol={first.stock.symbol}
          count={selected.length}
          areFavorites={areFavorites}
          isExporting={exporting.isPending}
          onStar={() => actions.star(selected, !areFavorites)}
          onRemove={() => void actions.removeSeveral(selected)}
          onExport={() => exporting.mutate(selected.map(({ stock }) => stock.symbol))}
          onClear={clearSelection}
          onFocus={props.onFocus}
        />
      )}
    </div>
  );
}
