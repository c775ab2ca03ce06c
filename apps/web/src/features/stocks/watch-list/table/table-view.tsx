import type { WatchListItem } from '@stockbook/api/schemas';
import { Download, ListMinus, ListPlus, Star, Trash2, X } from 'lucide-react';
import type { ComponentProps, DragEvent, FocusEvent, RefObject } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { useUserSwitch } from '#hooks/use-user-state.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { useExportWatchList } from '../../import/api.ts';
import type { StockListHandle } from '../stock-list-handle.ts';
import type { useListActions } from '../use-list-actions.ts';
import type { OnStockMenu } from '../use-stocks-of-lists.ts';
import type { ListView } from '../view/list-view.ts';
import type { OwnValues } from '../view/own-columns.ts';
import { DayExtremes } from './day-extremes.tsx';
import { StockTable } from './stock-table.tsx';
import type { FiguresBySymbol } from './table-columns.ts';
import { useSelection } from './use-selection.ts';
import { useShownColumns } from './use-shown-columns.ts';

interface SelectionBarProps {
  /** The stock in whose place the focus continues when the selected ones leave the list, and the bar with them. */
  symbol: string;
  count: number;
  /** Whether all selected stocks are favourites. */
  areFavorites: boolean;
  isExporting: boolean;
  onStar: () => void;
  onRemove: () => void;
  onExport: () => void;
  /** Opens the menu of lists beside the button. */
  onLists: (anchor: HTMLElement) => void;
  /** Null without a list on show. */
  onRemoveFromList: (() => void) | null;
  onClear: () => void;
  onFocus: (event: FocusEvent) => void;
}

/** An icon with its label, for which a phone has no room. */
function BarButton({ label, children, ...rest }: ComponentProps<typeof Button> & { label: string }) {
  return (
    <Button size="sm" title={label} needsServer className="max-sm:w-11 max-sm:px-0" {...rest}>
      {children} <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}

/** Actions on the selected rows, at the bottom of the window. */
function SelectionBar(props: SelectionBarProps) {
  return (
    <section
      aria-label="Selected stocks"
      data-bottom-bar
      data-symbol={props.symbol}
      onFocus={props.onFocus}
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 shadow-raised max-sm:bottom-18 max-sm:gap-1 print:hidden"
    >
      <p role="status" className="px-1 text-sm font-medium">
        {formatCount(props.count)} <span className="max-sm:sr-only">selected</span>
      </p>
      <BarButton label={props.areFavorites ? 'Unstar' : 'Star'} onClick={props.onStar}>
        <Star aria-hidden="true" />
      </BarButton>
      <BarButton
        label="Add to list…"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => props.onLists(currentTarget)}
      >
        <ListPlus aria-hidden="true" />
      </BarButton>
      {props.onRemoveFromList && (
        <BarButton label="Remove from list" onClick={props.onRemoveFromList}>
          <ListMinus aria-hidden="true" />
        </BarButton>
      )}
      <BarButton label="Export" disabled={props.isExporting} onClick={props.onExport}>
        <Download aria-hidden="true" />
      </BarButton>
      <BarButton label="Stop tracking" onClick={props.onRemove}>
        <Trash2 aria-hidden="true" />
      </BarButton>
      <IconButton label="Clear the selection" onClick={props.onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}

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
  const { items, symbols, actions, view, onRemoveFromList } = props;
  const { columns, own } = useShownColumns(view, props.onView);
  const [hasExtremes] = useUserSwitch('dayExtremes');
  const selection = useSelection(symbols);
  const exporting = useExportWatchList();
  const selected = items.filter(({ stock }) => selection.selected.has(stock.symbol));
  const selectedSymbols = selected.map(({ stock }) => stock.symbol);
  const [first] = selected;
  const areFavorites = selected.every((item) => item.is_favorite);

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
      {first && (
        <SelectionBar
          symbol={first.stock.symbol}
          count={selected.length}
          areFavorites={areFavorites}
          isExporting={exporting.isPending}
          onStar={() => actions.star(selected, !areFavorites)}
          onRemove={() => void actions.removeSeveral(selected)}
          onExport={() => exporting.mutate({ symbols: selectedSymbols })}
          onLists={(anchor) => props.onSelectionMenu(anchor, selectedSymbols)}
          onRemoveFromList={onRemoveFromList && (() => onRemoveFromList(selectedSymbols))}
          onClear={clearSelection}
          onFocus={props.onFocus}
        />
      )}
    </div>
  );
}
