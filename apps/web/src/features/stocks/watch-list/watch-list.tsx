import type { WatchListItem } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { simulatedWarning } from '#lib/data-source.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { AddStock } from '../add/add-stock.tsx';
import { useFigures, useWatchList } from '../api/watch-list.ts';
import { ImportStocks, useTransfer } from '../import/transfer-buttons.tsx';
import { useOwnValues } from './api.ts';
import { EmptyList } from './empty-list.tsx';
import { StockList } from './stock-list.tsx';
import type { StockListHandle } from './stock-list-handle.ts';
import { needsFigures, needsPositions } from './table/table-columns.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useListActions } from './use-list-actions.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { arrangeStocks, countStocks, sortKeyOf } from './view/arrange-stocks.ts';
import type { ListAddress } from './view/list-view.ts';
import { isOwnKey } from './view/own-columns.ts';
import { useListView } from './view/use-list-view.ts';
import { WatchListHead } from './watch-list-head.tsx';
import { WatchListLoading } from './watch-list-loading.tsx';
import { WatchListToolbar } from './watch-list-toolbar.tsx';

const TableView = lazyWithReload(
  async () => (await import('./table/table-view.tsx')).TableView,
  <WatchListLoading layout="table" />,
);

const HeatMap = lazyWithReload(
  async () => (await import('./map/heat-map.tsx')).HeatMap,
  <WatchListLoading layout="map" />,
);

const noItems: WatchListItem[] = [];

/** A filter of the list that another feature provides. */
interface MatchingFilter {
  /** The first day since which each matching stock has matched, by symbol; null to show all stocks. */
  readonly since: ReadonlyMap<string, string> | null;
  readonly select: ReactNode;
  /** Shown below the toolbar. `stockCount` is the number of stocks on the list. */
  readonly renderPanel: (stockCount: number) => ReactNode;
  readonly clear: () => void;
}

interface WatchListProps {
  address: ListAddress;
  onAddress: (address: ListAddress) => void;
  /** Whether the address opens the add form. */
  isAdding: boolean;
  /** Whether the address opens the import. */
  isImporting: boolean;
  /** Removes both from the address. */
  onDone: () => void;
  matching: MatchingFilter;
}

/** The list as the view of its address arranges it. */
function useShownStocks(
  { address, onAddress }: Pick<WatchListProps, 'address' | 'onAddress'>,
  since: MatchingFilter['since'],
) {
  const list = useWatchList();
  const { view, setView, search, setSearch, writeSearch } = useListView(address, onAddress);
  const { layout, filter, order } = view;
  const items = list.items ?? noItems;
  const sortKey = sortKeyOf(order) ?? '';
  const isTable = layout === 'table';
  const isGrouped = isTable && view.isGrouped;
  const own = useOwnValues(items, view.own, isTable || isOwnKey(sortKey));
  const figures = useFigures(
    items,
    isTable || needsFigures(sortKey),
    needsPositions(sortKey) || (isTable && view.columns.some(needsPositions)),
  );
  const shown = useMemo(
    () =>
      arrangeStocks(items, {
        filter,
        search,
        order,
        among: since,
        figures: figures.figures,
        own: own.values,
        isGrouped,
      }),
    [items, filter, search, order, since, figures.figures, own.values, isGrouped],
  );
  return {
    list,
    items,
    figures,
    own,
    shown,
    symbols: useMemo(() => shown.map(({ stock }) => stock.symbol), [shown]),
    isAllSimulated: items.length > 0 && items.every(({ stock }) => stock.data_source === 'simulated'),
    view,
    setView,
    search,
    setSearch,
    writeSearch,
  };
}

type ShownStocks = ReturnType<typeof useShownStocks>;

/** The focus of the page: it moves between the stocks and the search, and stays when a stock leaves. */
function useListFocus({ shown, symbols, search, setSearch }: ShownStocks) {
  const navigate = useNavigate();
  const list = useRef<StockListHandle>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const showAllButton = useRef<HTMLButtonElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  /** Whether the button that has the focus leaves when the stocks show. */
  const isShowingAll = useRef(false);

  const onFocus = useKeptFocus(
    symbols,
    (index) => list.current?.focus(index),
    () => (showAllButton.current ?? addButton.current)?.focus(),
  );
  useLayoutEffect(() => {
    if (!isShowingAll.current || shown.length === 0) return;
    isShowingAll.current = false;
    list.current?.focus(0);
  });

  return {
    list,
    addButton,
    showAllButton,
    searchField,
    onFocus,
    /** Call before the button that shows all stocks leaves: the first stock then gets the focus. */
    keepWhenShowingAll: () => {
      isShowingAll.current = true;
    },
    onSearchKey: (event: KeyboardEvent<HTMLInputElement>) => {
      const first = shown[0];
      if (event.key === 'Escape' && search !== '') {
        event.preventDefault();
        setSearch('');
      } else if (event.key === 'Enter' && first) {
        void navigate({ to: '/stocks/$symbol', params: { symbol: first.stock.symbol } });
      } else if (event.key === 'ArrowDown' && list.current?.focus(0)) {
        event.preventDefault();
      }
    },
  };
}

/** The watch list page: the list, its toolbar and the add form. */
export function WatchList({ address, onAddress, isAdding, isImporting, onDone, matching }: WatchListProps) {
  const stocks = useShownStocks({ address, onAddress }, matching.since);
  const { list, items, shown, view, setView, search, setSearch, writeSearch } = stocks;
  const actions = useListActions();
  const transfer = useTransfer();
  const focus = useListFocus(stocks);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const counts = useMemo(() => countStocks(items), [items]);

  function openForm(isOpen: boolean) {
    setIsFormOpen(isOpen);
    if (!isOpen && isAdding) onDone();
  }

  useListShortcuts({
    items: shown,
    list: focus.list,
    search: focus.searchField,
    onAdd: () => openForm(true),
    onToggleFavorite: actions.toggleFavorite,
  });

  function showAll() {
    focus.keepWhenShowingAll();
    setSearch('');
    setView({ filter: 'all', search: '' });
    matching.clear();
  }

  return (
    <div className="space-y-2 max-sm:pb-16 sm:space-y-3">
      <WatchListHead
        counts={list.items ? counts : null}
        transfer={transfer}
        addButton={focus.addButton}
        onAdd={() => openForm(true)}
      />
      {(isFormOpen || isAdding) && (
        <AddStock
          onClose={() => openForm(false)}
          onPasteSeveral={(text) => {
            openForm(false);
            transfer.setImportText(text);
          }}
        />
      )}
      <ImportStocks transfer={transfer} isOpen={isImporting} onClose={onDone} />
      <WatchListToolbar
        view={view}
        onView={setView}
        search={search}
        onSearch={setSearch}
        onSearchEnd={writeSearch}
        onSearchKey={focus.onSearchKey}
        searchRef={focus.searchField}
        matching={matching.select}
        isEmpty={list.items?.length === 0}
        isLoaded={list.items !== undefined}
        transfer={transfer}
      />
      {matching.renderPanel(counts.total)}
      <Notices stocks={stocks} />
      {list.isPending && <WatchListLoading layout={view.layout} />}
      {list.items?.length === 0 && (
        <EmptyList onSearch={() => openForm(true)} onImport={transfer.setImportText} />
      )}
      {items.length > 0 && shown.length === 0 && (
        <div className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
          <p className="mb-4 text-sm text-muted">No stock on your list matches.</p>
          <Button ref={focus.showAllButton} onClick={showAll}>
            Show all stocks
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <SectionBoundary name="The list of your stocks" resetKey={view.layout}>
          <Stocks stocks={stocks} since={matching.since} actions={actions} focus={focus} />
        </SectionBoundary>
      )}
    </div>
  );
}

/** Failed calls, and the warning that no price is real. */
function Notices({ stocks: { list, figures, own, view, isAllSimulated } }: { stocks: ShownStocks }) {
  return (
    <>
      <QueryError error={list.error} fallback="Failed to load stocks" onRetry={list.refetch} />
      {figures.error && view.layout === 'table' && (
        <QueryError error={figures.error} fallback="Failed to load the figures" onRetry={figures.refetch} />
      )}
      {own.error && view.layout === 'table' && (
        <QueryError error={own.error} fallback="Failed to load the columns" onRetry={own.refetch} />
      )}
      {isAllSimulated && (
        <p className="rounded-md bg-warn-soft px-3 py-1 text-xs">{simulatedWarning.sentence}</p>
      )}
    </>
  );
}

interface StocksProps {
  stocks: ShownStocks;
  since: MatchingFilter['since'];
  actions: ReturnType<typeof useListActions>;
  focus: ReturnType<typeof useListFocus>;
}

function Stocks({ stocks, since, actions, focus }: StocksProps) {
  const { shown, symbols, figures, own, isAllSimulated, view, setView } = stocks;
  const shared = { ref: focus.list, onFocus: focus.onFocus, items: shown, isAllSimulated, trueSince: since };
  if (view.layout === 'map') return <HeatMap ref={focus.list} items={shown} onFocus={focus.onFocus} />;
  return view.layout === 'table' ? (
    <TableView
      {...shared}
      allItems={stocks.items}
      symbols={symbols}
      figures={figures.figures}
      ownValues={own.values}
      view={view}
      onView={setView}
      actions={actions}
    />
  ) : (
    <StockList
      {...shared}
      layout={view.layout}
      onToggleFavorite={actions.toggleFavorite}
      onRemove={actions.remove}
    />
  );
}
