import { Ellipsis, Grid2x2, LayoutGrid, List, Table2 } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { SearchField } from '#components/ui/search-field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { useIsPhone } from '#hooks/use-media.ts';
import { cn } from '#lib/cn.ts';
import { type Transfer, TransferButtons } from '../import/transfer-buttons.tsx';
import { ColumnPanel } from './table/column-panel.tsx';
import { headerOf } from './table/sort-button.tsx';
import { isTextColumn } from './table/table-columns.ts';
import {
  isDescending,
  isStockOrder,
  type StockOrder,
  sortKeyOf,
  stockFilters,
} from './view/arrange-stocks.ts';
import { filterLabels, type ListView, type StockLayout } from './view/list-view.ts';

const filters = stockFilters.map((value) => ({ value, label: filterLabels[value] }));

const unsorted: Readonly<Record<'all' | 'list', readonly (readonly [StockOrder, string])[]>> = {
  all: [['added', 'Newest first']],
  list: [
    ['added', 'Order of the list'],
    ['newest', 'Newest first'],
  ],
};

const orders: readonly (readonly [StockOrder, string])[] = [
  ['symbol', 'Symbol A to Z'],
  ['name', 'Name A to Z'],
  ['percent-desc', 'Largest gain'],
  ['percent', 'Largest loss'],
];

/** The orders to choose from, with the present one if a header of the table has chosen it. */
function ordersWith({ order, own }: ListView, hasList: boolean) {
  const offered = [...unsorted[hasList ? 'list' : 'all'], ...orders];
  const key = sortKeyOf(order);
  if (key === null || offered.some(([value]) => value === order)) return offered;
  const isDesc = isDescending(order);
  const isText = key === 'symbol' || key === 'name' || isTextColumn(key);
  const name = headerOf(key, own).header;
  const direction = isText ? (isDesc ? 'Z to A' : 'A to Z') : isDesc ? 'highest first' : 'lowest first';
  return [...offered, [order, `${name}${isText ? '' : ','} ${direction}`] as const];
}

const layouts = [
  { value: 'list', name: 'List view', label: <List aria-hidden="true" /> },
  { value: 'grid', name: 'Grid view', label: <LayoutGrid aria-hidden="true" /> },
  { value: 'table', name: 'Table view', label: <Table2 aria-hidden="true" /> },
  { value: 'map', name: 'Heat map', label: <Grid2x2 aria-hidden="true" /> },
] as const satisfies readonly { value: StockLayout; name: string; label: ReactNode }[];

interface ViewProps {
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** Whether a list is on show. */
  hasList: boolean;
}

interface WatchListToolbarProps extends ViewProps {
  search: string;
  onSearch: (search: string) => void;
  /** Called when the field loses the focus. */
  onSearchEnd: () => void;
  /** Called for every key press in the search field. */
  onSearchKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  searchRef: Ref<HTMLInputElement>;
  /** The lists to choose from, in a row after the filters. */
  lists: ReactNode;
  /** Whether there are lists, which take a line of their own in a wide window. */
  hasLists: boolean;
  /** Another filter, shown beside the others. */
  matching: ReactNode;
  /** Whether the list is loaded and has no stocks: then there is nothing to sort, to match or to lay out. */
  isEmpty: boolean;
  /** Whether the list is loaded. */
  isLoaded: boolean;
  transfer: Transfer;
}

function StockSearch(props: WatchListToolbarProps & { className: string }) {
  return (
    <SearchField
      label="Search your stocks"
      ref={props.searchRef}
      value={props.search}
      onChange={(event) => props.onSearch(event.target.value)}
      onKeyDown={props.onSearchKey}
      onBlur={props.onSearchEnd}
      className={props.className}
    />
  );
}

/** A filter combines with the list on show; `All Stocks` leaves it, and the pressed filter lets go. */
function FilterChoice({ view, onView, hasList }: ViewProps) {
  return (
    <Segmented
      label="Filter"
      options={filters}
      value={hasList && view.filter === 'all' ? null : view.filter}
      onChange={(filter) => {
        if (filter === 'all') onView({ filter, list: null });
        else onView({ filter: hasList && filter === view.filter ? 'all' : filter });
      }}
    />
  );
}

function OrderSelect({ view, onView, hasList, className = '' }: ViewProps & { className?: string }) {
  return (
    <Select
      size="sm"
      aria-label="Sort by"
      value={view.order === 'newest' && !hasList ? 'added' : view.order}
      onChange={({ target: { value } }) => isStockOrder(value) && onView({ order: value })}
      className={className}
    >
      {ordersWith(view, hasList).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

function LayoutChoice({ view, onView }: Pick<ViewProps, 'view' | 'onView'>) {
  return (
    <Segmented label="View" options={layouts} value={view.layout} onChange={(layout) => onView({ layout })} />
  );
}

/** Filter, search, order and layout of the watch list. */
export function WatchListToolbar(props: WatchListToolbarProps) {
  const { view, onView, isEmpty } = props;
  const isPhone = useIsPhone();
  const columns = !isEmpty && view.layout === 'table' && <ColumnPanel view={view} onView={onView} />;
  if (isPhone) {
    return (
      <div className="flex items-center print:hidden">
        <div className="-ml-4 flex min-w-0 grow items-center gap-2 overflow-x-auto py-1 pr-2 pl-4 [scrollbar-width:none] [&>*]:shrink-0">
          <StockSearch {...props} className="w-54" />
          <FilterChoice {...props} />
          {(!isEmpty || props.hasLists) && props.lists}
          {!isEmpty && props.matching}
        </div>
        {columns}
        <MoreTools {...props} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2.5 print:hidden">
      <div className={cn('flex min-w-0 items-center gap-2.5', props.hasLists && 'w-full')}>
        <FilterChoice {...props} />
        {(!isEmpty || props.hasLists) && (
          <div className="-m-1 flex min-h-10 min-w-0 items-center gap-1.5 overflow-x-auto p-1 [scrollbar-width:thin] pointer-coarse:min-h-13">
            {props.lists}
          </div>
        )}
      </div>
      <StockSearch {...props} className="min-w-42 max-w-xs grow basis-0" />
      {!isEmpty && (
        <>
          {props.matching}
          {/* A width of its own, because the select would change its place with the width of the chosen order. */}
          <OrderSelect {...props} className="ml-auto w-44" />
          <div className="flex items-center">
            {columns}
            <LayoutChoice view={view} onView={onView} />
          </div>
        </>
      )}
    </div>
  );
}

/** The tools for which the line of a phone has no room. */
function MoreTools(props: WatchListToolbarProps) {
  const { view, onView, isEmpty, isLoaded, transfer } = props;
  return (
    <PopoverPanel label="More tools" icon={<Ellipsis aria-hidden="true" />}>
      {(close) => (
        <div className="grid gap-4 p-2">
          {!isEmpty && (
            <div className="flex items-center gap-3">
              <OrderSelect {...props} className="grow" />
              <LayoutChoice view={view} onView={onView} />
            </div>
          )}
          <div className="flex gap-2 [&>*]:grow">
            <TransferButtons transfer={transfer} hasExport={!isEmpty} canExport={isLoaded} onPress={close} />
          </div>
        </div>
      )}
    </PopoverPanel>
  );
}
