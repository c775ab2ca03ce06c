import type { WatchListItem } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { ChartCandlestick, Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { StatsBar } from '#components/ui/stats-bar.tsx';
import { simulatedWarning } from '#lib/data-source.ts';
import { AddStock, preloadAddStock } from '../add/add-stock.tsx';
import { useFigures, useWatchList } from '../api/watch-list.ts';
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

/** The list as the view of its address arranges it. */
function useShownStocks(
  { address, onAddress }: Pick<WatchListProps, 'address' | 'onAddress'>,
  since: MatchingFilter['since'],
) {
  const list = useWatchList();
  const { view, setView, search, setSearch } = useListView(address, onAddress);
  const { layout, filter, order } = view;
  const items = list.items ?? noItems;
  const figures = useFigures(items, layout === 'table' || needsFigures(sortKeyOf(order) ?? ''));
  const shown = useMemo(
    () => arrangeStocks(items, { filter, search, order, among: since, figures: figures.figures }),
    [items, filter, search, order, since, figures.figures],
  );
  return {
    list,
    items,
    figures,
    shown,
    symbols: useMemo(() => shown.map(({ stock }) => stock.symbol), [shown]),
    isAllSimulated: items.length > 0 && items.every(({ stock }) => stock.data_source === 'simulated'),
    view,
    setView,
    search,
    setSearch,
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

interface HeaderProps {
  canExport: boolean;
  addButton: Ref<HTMLButtonElement>;
  isFormOpen: boolean;
  onFormOpen: (isOpen: boolean) => void;
}

/** The title, and what adds, imports and exports stocks. */
function Header({ canExport, addButton, isFormOpen, onFormOpen }: HeaderProps) {
  const [importText, setImportText] = useState<string | null>(null);
  return (
    <>
      <header className="flex items-start justify-between gap-3 max-sm:flex-col">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">Stock Tracking</h1>
          <p className="text-sm text-muted">Track and monitor your favorite stocks in real-time</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <TransferButtons canExport={canExport} importText={importText} onImportText={setImportText} />
          <Button
            ref={addButton}
            variant="primary"
            onClick={() => onFormOpen(true)}
            onPointerEnter={preloadAddStock}
          >
            <Plus aria-hidden="true" /> Add Stock
          </Button>
        </div>
      </header>
      {isFormOpen && (
        <AddStock
          onClose={() => onFormOpen(false)}
          onPasteSeveral={(text) => {
            onFormOpen(false);
            setImportText(text);
          }}
        />
      )}
    </>
  );
}

/** The watch list page: the list, its toolbar and the add form. */
export function WatchList({ address, onAddress, isAdding, onAdded, matching }: WatchListProps) {
  const stocks = useShownStocks({ address, onAddress }, matching.since);
  const { list, items, figures, shown, isAllSimulated, view, setView, search, setSearch } = stocks;
  const actions = useListActions();
  const focus = useListFocus(stocks);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const counts = useMemo(() => countStocks(items), [items]);

  function openForm(isOpen: boolean) {
    setIsFormOpen(isOpen);
    if (!isOpen && isAdding) onAdded();
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
    <div className="space-y-5">
      <Header
        canExport={items.length > 0}
        addButton={focus.addButton}
        isFormOpen={isFormOpen || isAdding}
        onFormOpen={openForm}
      />
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
        onSearchKey={focus.onSearchKey}
        searchRef={focus.searchField}
        matching={matching.select}
      />
      {matching.renderPanel(counts.total)}
      <QueryError error={list.error} fallback="Failed to load stocks" onRetry={list.refetch} />
      {figures.error && view.layout === 'table' && (
        <QueryError error={figures.error} fallback="Failed to load the figures" onRetry={figures.refetch} />
      )}
      {isAllSimulated && (
        <p className="rounded-md bg-warn-soft px-3.5 py-2 text-sm">{simulatedWarning.sentence}</p>
      )}
      {list.isPending && <WatchListLoading layout={view.layout} />}
      {list.items && items.length === 0 && <NoStocks />}
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

function NoStocks() {
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-edge px-6 py-14 text-center">
      <ChartCandlestick aria-hidden="true" className="mb-4 size-9 text-muted" strokeWidth={1.5} />
      <h2 className="font-semibold">No stocks tracked yet</h2>
      <p className="mt-1 text-sm text-muted">Add your first stock to start tracking</p>
    </div>
  );
}

interface StocksProps {
  stocks: ShownStocks;
  since: MatchingFilter['since'];
  actions: ReturnType<typeof useListActions>;
  focus: ReturnType<typeof useListFocus>;
}

function Stocks({ stocks, since, actions, focus }: StocksProps) {
  const { shown, symbols, figures, isAllSimulated, view, setView } = stocks;
  const shared = { ref: focus.list, onFocus: focus.onFocus, items: shown, isAllSimulated, trueSince: since };
  return view.layout === 'table' ? (
    <TableView
      {...shared}
      allItems={stocks.items}
      symbols={symbols}
      figures={figures.figures}
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
