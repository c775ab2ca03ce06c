import type { WatchListItem } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { ChartCandlestick, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/query-error.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { StatsBar } from '#components/ui/stats-bar.tsx';
import { simulatedWarning } from '#lib/data-source.ts';
import { AddStock, preloadAddStock } from '../add/add-stock.tsx';
import { useFigures } from '../api/use-figures.ts';
import { useWatchList } from '../api/watch-list/use-watch-list.ts';
import { TransferButtons } from '../import/transfer-buttons.tsx';
import { StockList } from './stock-list.tsx';
import type { StockListHandle } from './stock-list-handle.ts';
import { needsFigures } from './table/table-columns.ts';
import { TableView } from './table/table-view.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useListActions } from './use-list-actions.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { arrangeStocks, countStocks, sortKeyOf } from './view/arrange-stocks.ts';
import type { ListAddress } from './view/list-view.ts';
import { useListView } from './view/use-list-view.ts';
import { WatchListLoading } from './watch-list-loading.tsx';
import { WatchListToolbar } from './watch-list-toolbar.tsx';

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
  /** Removes that from the address. */
  onAdded: () => void;
  matching: MatchingFilter;
}

/** The watch list page: the list, its toolbar and the add form. */
export function WatchList({ address, onAddress, isAdding, onAdded, matching }: WatchListProps) {
  const list = useWatchList();
  const navigate = useNavigate();
  const actions = useListActions();
  const { view, setView, search, setSearch } = useListView(address, onAddress);
  const { layout, filter, order } = view;
  const [isFormOpen, setIsFormOpen] = useState(false);
  const [importText, setImportText] = useState<string | null>(null);
  const listRef = useRef<StockListHandle>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const showAllRef = useRef<HTMLButtonElement>(null);
  /** Whether the button that has the focus leaves when the stocks show. */
  const isShowingAll = useRef(false);

  const items = list.items ?? noItems;
  const {
    figures,
    error: figuresError,
    refetch,
  } = useFigures(items, layout === 'table' || needsFigures(sortKeyOf(order) ?? ''));
  const shown = useMemo(
    () => arrangeStocks(items, { filter, search, order, among: matching.since, figures }),
    [items, filter, search, order, matching.since, figures],
  );
  const symbols = useMemo(() => shown.map(({ stock }) => stock.symbol), [shown]);
  const counts = useMemo(() => countStocks(items), [items]);
  const isAllSimulated = items.length > 0 && items.every(({ stock }) => stock.data_source === 'simulated');

  const rememberFocus = useKeptFocus(
    symbols,
    (index) => listRef.current?.focus(index),
    () => (showAllRef.current ?? addRef.current)?.focus(),
  );
  useLayoutEffect(() => {
    if (!isShowingAll.current || shown.length === 0) return;
    isShowingAll.current = false;
    listRef.current?.focus(0);
  });

  const openAddDialog = () => setIsFormOpen(true);
  const closeAddDialog = () => {
    setIsFormOpen(false);
    if (isAdding) onAdded();
  };
  useListShortcuts({
    items: shown,
    list: listRef,
    search: searchRef,
    onAdd: openAddDialog,
    onToggleFavorite: actions.toggleFavorite,
  });

  function onSearchKey(event: KeyboardEvent<HTMLInputElement>) {
    const first = shown[0];
    if (event.key === 'Escape' && search !== '') {
      event.preventDefault();
      setSearch('');
    } else if (event.key === 'Enter' && first) {
      void navigate({ to: '/stocks/$symbol', params: { symbol: first.stock.symbol } });
    } else if (event.key === 'ArrowDown' && listRef.current?.focus(0)) {
      event.preventDefault();
    }
  }

  return (
    <div className="space-y-5">
      <header className="flex items-start justify-between gap-3 max-sm:flex-col">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">Stock Tracking</h1>
          <p className="text-sm text-muted">Track and monitor your favorite stocks in real-time</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <TransferButtons
            canExport={items.length > 0}
            importText={importText}
            onImportText={setImportText}
          />
          <Button ref={addRef} variant="primary" onClick={openAddDialog} onPointerEnter={preloadAddStock}>
            <Plus aria-hidden="true" /> Add Stock
          </Button>
        </div>
      </header>
      {(isFormOpen || isAdding) && (
        <AddStock
          onClose={closeAddDialog}
          onPasteSeveral={(text) => {
            closeAddDialog();
            setImportText(text);
          }}
        />
      )}
      <StatsBar
        stats={[
          { label: 'Total Stocks', value: list.items ? counts.total : '–' },
          { label: 'Favorites', value: list.items ? counts.favorites : '–' },
          { label: 'Active', value: list.items ? counts.active : '–' },
        ]}
      />
      <WatchListToolbar
        view={view}
        onView={setView}
        search={search}
        onSearch={setSearch}
        onSearchKey={onSearchKey}
        searchRef={searchRef}
        matching={matching.select}
      />
      {matching.renderPanel(counts.total)}
      {list.error && (
        <QueryError error={list.error} fallback="Failed to load stocks" onRetry={list.refetch} />
      )}
      {figuresError && layout === 'table' && (
        <QueryError error={figuresError} fallback="Failed to load the figures" onRetry={refetch} />
      )}
      {isAllSimulated && (
        <p className="rounded-md bg-warn-soft px-3.5 py-2 text-sm">{simulatedWarning.sentence}</p>
      )}
      {list.isPending && <WatchListLoading layout={layout} />}
      {list.items && items.length === 0 && (
        <div className="flex flex-col items-center rounded-lg border border-dashed border-edge px-6 py-14 text-center">
          <ChartCandlestick aria-hidden="true" className="mb-4 size-9 text-muted" strokeWidth={1.5} />
          <h2 className="font-semibold">No stocks tracked yet</h2>
          <p className="mt-1 text-sm text-muted">Add your first stock to start tracking</p>
        </div>
      )}
      {items.length > 0 && shown.length === 0 && (
        <div className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
          <p className="mb-4 text-sm text-muted">No stock on your list matches.</p>
          <Button
            ref={showAllRef}
            onClick={() => {
              isShowingAll.current = true;
              setSearch('');
              setView({ filter: 'all', search: '' });
              matching.clear();
            }}
          >
            Show all stocks
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <SectionBoundary name="The list of your stocks" resetKey={layout}>
          {layout === 'table' ? (
            <TableView
              ref={listRef}
              items={shown}
              symbols={symbols}
              figures={figures}
              view={view}
              onView={setView}
              isAllSimulated={isAllSimulated}
              trueSince={matching.since}
              actions={actions}
              onFocus={rememberFocus}
            />
          ) : (
            <StockList
              ref={listRef}
              onFocus={rememberFocus}
              items={shown}
              layout={layout}
              isAllSimulated={isAllSimulated}
              trueSince={matching.since}
              onToggleFavorite={actions.toggleFavorite}
              onRemove={actions.remove}
            />
          )}
        </SectionBoundary>
      )}
    </div>
  );
}
