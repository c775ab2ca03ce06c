import { type ReactNode, useMemo, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { simulatedWarning } from '#lib/data-source.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { AddStock } from '../add/add-stock.tsx';
import { ImportStocks, useTransfer } from '../import/transfer-buttons.tsx';
import { QuoteLine } from '../quotes/last-price.tsx';
import type { ListsOfPage, MatchingFilter } from './list-parts.ts';
import { StockList } from './stock-list.tsx';
import { useListActions } from './use-list-actions.ts';
import { useListFocus } from './use-list-focus.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { type ShownStocks, useShownStocks } from './use-shown-stocks.ts';
import { useStocksOfLists } from './use-stocks-of-lists.ts';
import { countStocks } from './view/arrange-stocks.ts';
import type { ListAddress } from './view/list-view.ts';
import { WatchListHead } from './watch-list-head.tsx';
import { WatchListLoading } from './watch-list-loading.tsx';
import { WatchListToolbar } from './watch-list-toolbar.tsx';

const TableView = lazyWithReload(
  async () => (await import('./table/table-view.tsx')).TableView,
  <WatchListLoading layout="table" />,
);

const EmptyList = lazyWithReload(async () => (await import('./empty-list.tsx')).EmptyList);

const HeatMap = lazyWithReload(
  async () => (await import('./map/heat-map.tsx')).HeatMap,
  <WatchListLoading layout="map" />,
);

interface WatchListProps {
  address: ListAddress;
  onAddress: (address: ListAddress) => void;
  /** Whether the address opens the add form. */
  isAdding: boolean;
  /** Text of another program for the form that adds a stock; null without one. */
  sharedText: string | null;
  /** Whether the address opens the import. */
  isImporting: boolean;
  /** Removes both from the address. */
  onDone: () => void;
  /** The form of an own instrument. */
  renderOwn: (onClose: () => void) => ReactNode;
  matching: MatchingFilter;
  lists: ListsOfPage;
}

/** The watch list page: the list, its toolbar and the add form. */
export function WatchList({
  isAdding,
  sharedText,
  isImporting,
  onDone,
  renderOwn,
  matching,
  lists,
  ...address
}: WatchListProps) {
  const stocks = useShownStocks(address, matching.since, lists.shown?.symbols ?? null);
  const { list, items, shown, view, setView, search, setSearch, writeSearch } = stocks;
  const actions = useListActions();
  const transfer = useTransfer(lists.shown?.id ?? null);
  const focus = useListFocus(stocks);
  const ofLists = useStocksOfLists(lists, stocks, focus.list);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const counts = useMemo(() => countStocks(items), [items]);

  // The toolbar is higher with lists. Until it is known whether there are any, nothing shows that would move.
  const isToolbarKnown = lists.hasLists !== null;
  // Rows that show first in another order would change places. Later ones stay until they are sorted.
  const [hasShown, setHasShown] = useState(false);
  const isOrderPending = !hasShown && stocks.isOrderLoading;
  const isPending = list.isPending || lists.isPending || !isToolbarKnown || isOrderPending;
  if (!isPending && !hasShown) setHasShown(true);
  const isListEmpty = !isPending && lists.shown !== null && items.length === 0 && list.items?.length !== 0;

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
        counts={list.items && !lists.isPending ? counts : null}
        transfer={transfer}
        addButton={focus.addButton}
        onAdd={() => openForm(true)}
      />
      {(isFormOpen || isAdding) && (
        <AddStock
          sharedText={sharedText}
          renderOwn={renderOwn}
          onClose={() => openForm(false)}
          onAdded={lists.shown && ((symbol) => lists.add([symbol]))}
          onPasteSeveral={(text) => {
            openForm(false);
            transfer.setImportText(text);
          }}
        />
      )}
      <ImportStocks transfer={transfer} isOpen={isImporting} onClose={onDone} />
      <div className={isToolbarKnown ? '' : 'invisible'}>
        <WatchListToolbar
          view={view}
          onView={setView}
          search={search}
          onSearch={setSearch}
          onSearchEnd={writeSearch}
          onSearchKey={focus.onSearchKey}
          searchRef={focus.searchField}
          matching={matching.select}
          lists={lists.chips(ofLists.show)}
          hasLists={lists.hasLists === true}
          hasList={lists.shown !== null}
          isEmpty={list.items?.length === 0}
          isLoaded={list.items !== undefined}
          transfer={transfer}
        />
      </div>
      {matching.renderPanel(counts.total)}
      {lists.notices}
      {isToolbarKnown && !isOrderPending && <Notices stocks={stocks} />}
      {isPending && <WatchListLoading key={String(lists.hasLists === true)} layout={view.layout} />}
      {!isPending && list.items?.length === 0 && (
        <SectionBoundary name="The ways to begin">
          <EmptyList onSearch={() => openForm(true)} onImport={transfer.setImportText} />
        </SectionBoundary>
      )}
      {isListEmpty && (
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          Nothing on this list yet. Add a stock, or choose some in All Stocks.
        </p>
      )}
      {!isPending && items.length > 0 && shown.length === 0 && (
        <div className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
          <p className="mb-4 text-sm text-muted">No stock on your list matches.</p>
          <Button ref={focus.showAllButton} onClick={showAll}>
            Show all stocks
          </Button>
        </div>
      )}
      {!isPending && shown.length > 0 && <QuoteLine items={shown} symbols={stocks.symbols} />}
      {!isPending && shown.length > 0 && (
        <SectionBoundary name="The list of your stocks" resetKey={view.layout}>
          <Stocks
            stocks={stocks}
            since={matching.since}
            actions={actions}
            focus={focus}
            lists={lists}
            ofLists={ofLists}
          />
        </SectionBoundary>
      )}
      {lists.parts(ofLists.show)}
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
  lists: ListsOfPage;
  ofLists: ReturnType<typeof useStocksOfLists>;
}

function Stocks({ stocks, since, actions, focus, lists, ofLists }: StocksProps) {
  const { shown, symbols, figures, own, isAllSimulated, view, setView } = stocks;
  const shared = {
    ref: focus.list,
    onFocus: focus.onFocus,
    onDragStart: ofLists.onDragStart,
    onMenu: ofLists.onMenu,
    items: shown,
    isAllSimulated,
    trueSince: since,
  };
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
      onSelectionMenu={ofLists.onSelectionMenu}
      onRemoveFromList={lists.shown && lists.remove}
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
