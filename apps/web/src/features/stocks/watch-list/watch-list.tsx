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

/** Whether the toolbar, the notices and the stocks must wait: they would move if they showed too early. */
function usePending({ list, isOrderLoading }: ShownStocks, lists: ListsOfPage) {
  // The toolbar is higher with lists. Until it is known whether there are any, nothing shows that would move.
  const isToolbarKnown = lists.hasLists !== null;
  // Rows that show first in another order would change places. Later ones stay until they are sorted.
  const [hasShown, setHasShown] = useState(false);
  const isOrderPending = !hasShown && isOrderLoading;
  const isPending = list.isPending || lists.isPending || !isToolbarKnown || isOrderPending;
  if (!isPending && !hasShown) setHasShown(true);
  return { isToolbarKnown, isOrderPending, isPending };
}

type WatchListPage = ReturnType<typeof useWatchListPage>;

/** The stocks on show, the actions on them, and the form that adds one. */
function useWatchListPage({ isAdding, onDone, matching, lists, ...address }: WatchListProps) {
  const stocks = useShownStocks(address, matching.since, lists.shown?.symbols ?? null);
  const actions = useListActions();
  const transfer = useTransfer(lists.shown?.id ?? null);
  const focus = useListFocus(stocks);
  const ofLists = useStocksOfLists(lists, stocks, focus.list);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const counts = useMemo(() => countStocks(stocks.items), [stocks.items]);
  const pending = usePending(stocks, lists);

  function openForm(isOpen: boolean) {
    setIsFormOpen(isOpen);
    if (!isOpen && isAdding) onDone();
  }

  useListShortcuts({
    items: stocks.shown,
    list: focus.list,
    search: focus.searchField,
    onAdd: () => openForm(true),
    onToggleFavorite: actions.toggleFavorite,
  });

  function showAll() {
    focus.keepWhenShowingAll();
    stocks.setSearch('');
    stocks.setView({ filter: 'all', search: '' });
    matching.clear();
  }

  return {
    ...pending,
    stocks,
    actions,
    transfer,
    focus,
    ofLists,
    counts,
    isFormOpen: isFormOpen || isAdding,
    openForm,
    showAll,
  };
}

/** The watch list page: the list, its toolbar and the add form. */
export function WatchList(props: WatchListProps) {
  const { sharedText, isImporting, onDone, renderOwn, matching, lists } = props;
  const page = useWatchListPage(props);
  const { stocks, transfer, focus, ofLists, counts, isToolbarKnown, openForm } = page;
  const { list, view, setView, search, setSearch, writeSearch } = stocks;
  return (
    <div className="space-y-2 max-sm:pb-16 sm:space-y-3">
      <WatchListHead
        counts={list.items && !lists.isPending ? counts : null}
        transfer={transfer}
        addButton={focus.addButton}
        onAdd={() => openForm(true)}
      />
      {page.isFormOpen && (
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
      {isToolbarKnown && !page.isOrderPending && <Notices stocks={stocks} />}
      <ListBody page={page} lists={lists} since={matching.since} />
      {lists.parts(ofLists.show)}
    </div>
  );
}

interface ListBodyProps {
  page: WatchListPage;
  lists: ListsOfPage;
  since: MatchingFilter['since'];
}

/** The stocks on show, or the reason why there are none. */
function ListBody({ page, lists, since }: ListBodyProps) {
  const { list, items, shown, symbols, view } = page.stocks;
  if (page.isPending) return <WatchListLoading key={String(lists.hasLists === true)} layout={view.layout} />;
  if (list.items?.length === 0) {
    return (
      <SectionBoundary name="The ways to begin">
        <EmptyList onSearch={() => page.openForm(true)} onImport={page.transfer.setImportText} />
      </SectionBoundary>
    );
  }
  if (items.length === 0) {
    return (
      lists.shown !== null && (
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          Nothing on this list yet. Add a stock, or choose some in All Stocks.
        </p>
      )
    );
  }
  if (shown.length === 0) {
    return (
      <div className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
        <p className="mb-4 text-sm text-muted">No stock on your list matches.</p>
        <Button ref={page.focus.showAllButton} onClick={page.showAll}>
          Show all stocks
        </Button>
      </div>
    );
  }
  return (
    <>
      <QuoteLine items={shown} symbols={symbols} />
      <SectionBoundary name="The list of your stocks" resetKey={view.layout}>
        <Stocks page={page} lists={lists} since={since} />
      </SectionBoundary>
    </>
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

function Stocks({ page, lists, since }: ListBodyProps) {
  const { stocks, actions, focus, ofLists } = page;
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
