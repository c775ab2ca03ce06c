import { LayoutGrid, List, Search, Table2 } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { controlClass } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { ColumnPanel } from './table/column-panel.tsx';
import { columnTexts, isTextColumn } from './table/table-columns.ts';
import {
  isDescending,
  isStockOrder,
  type StockFilter,
  type StockOrder,
  sortKeyOf,
} from './view/arrange-stocks.ts';
import type { ListView, StockLayout } from './view/list-view.ts';

const filters = [
  { value: 'all', label: 'All Stocks' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'active', label: 'Active' },
] as const satisfies readonly { value: StockFilter; label: string }[];

const orders: readonly (readonly [StockOrder, string])[] = [
  ['added', 'Newest first'],
  ['symbol', 'Symbol A to Z'],
  ['name', 'Name A to Z'],
  ['percent-desc', 'Largest gain'],
  ['percent', 'Largest loss'],
];

/** The orders to choose from, with the present one if a header of the table has chosen it. */
function ordersWith(order: StockOrder) {
  const key = sortKeyOf(order);
  if (key === null || orders.some(([value]) => value === order)) return orders;
  const isDesc = isDescending(order);
  const isText = key === 'symbol' || key === 'name' || isTextColumn(key);
  const name = key === 'symbol' ? 'Symbol' : key === 'name' ? 'Name' : columnTexts[key].header;
  const direction = isText ? (isDesc ? 'Z to A' : 'A to Z') : isDesc ? 'highest first' : 'lowest first';
  return [...orders, [order, `${name}${isText ? '' : ','} ${direction}`] as const];
}

const layouts = [
  { value: 'list', name: 'List view', label: <List aria-hidden="true" /> },
  { value: 'grid', name: 'Grid view', label: <LayoutGrid aria-hidden="true" /> },
  { value: 'table', name: 'Table view', label: <Table2 aria-hidden="true" /> },
] as const satisfies readonly { value: StockLayout; name: string; label: ReactNode }[];

interface WatchListToolbarProps {
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  search: string;
  onSearch: (search: string) => void;
  /** Called for every key press in the search field. */
  onSearchKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  searchRef: Ref<HTMLInputElement>;
  /** Another filter, shown beside the others. */
  matching: ReactNode;
}

/** Filter, search, order and layout of the watch list. */
export function WatchListToolbar(props: WatchListToolbarProps) {
  const { view, onView } = props;
  return (
    <div className="flex flex-wrap items-center gap-2.5 print:hidden">
      <div className="max-md:order-3">
        <Segmented
          label="Filter"
          options={filters}
          value={view.filter}
          onChange={(filter) => onView({ filter })}
        />
      </div>
      <div className="max-md:order-4">{props.matching}</div>
      {/* As wide as its placeholder: on the narrowest phones the field has a line of its own. */}
      <label className="relative min-w-42 grow basis-0 md:max-w-xs">
        <span className="sr-only">Search your stocks</span>
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        />
        <input
          ref={props.searchRef}
          type="search"
          value={props.search}
          placeholder="Search your stocks"
          onChange={(event) => props.onSearch(event.target.value)}
          onKeyDown={props.onSearchKey}
          className={cn(
            controlClass,
            'h-9 border-line pl-9 text-sm placeholder:text-sm',
            // Chromium keeps the room of the button while the field is empty.
            'placeholder-shown:[&::-webkit-search-cancel-button]:hidden',
          )}
        />
      </label>
      <Select
        size="sm"
        aria-label="Sort by"
        value={view.order}
        onChange={({ target: { value } }) => isStockOrder(value) && onView({ order: value })}
        // A width of its own, because the select would change its place with the width of the chosen order.
        className="w-36 md:ml-auto md:w-44"
      >
        {ordersWith(view.order).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div className="flex items-center max-md:order-5 max-md:ml-auto">
        {view.layout === 'table' && (
          <ColumnPanel columns={view.columns} onColumns={(columns) => onView({ columns })} />
        )}
        <Segmented
          label="View"
          options={layouts}
          value={view.layout}
          onChange={(layout) => onView({ layout })}
        />
      </div>
    </div>
  );
}
