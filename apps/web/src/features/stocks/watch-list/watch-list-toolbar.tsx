import { LayoutGrid, List, Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { controlClass } from '../../../components/ui/field.tsx';
import { Segmented } from '../../../components/ui/segmented.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { cn } from '../../../lib/cn.ts';
import type { StockFilter, StockOrder } from './arrange-stocks.ts';
import type { StockLayout } from './stock-card.tsx';

const filters = [
  { value: 'all', label: 'All Stocks' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'active', label: 'Active' },
] as const satisfies readonly { value: StockFilter; label: string }[];

const orders: Record<StockOrder, string> = {
  added: 'Newest first',
  symbol: 'Symbol A to Z',
  name: 'Name A to Z',
  gain: 'Largest gain',
  loss: 'Largest loss',
};

const layouts = [
  { value: 'list', name: 'List view', label: <List aria-hidden="true" /> },
  { value: 'grid', name: 'Grid view', label: <LayoutGrid aria-hidden="true" /> },
] as const;

interface WatchListToolbarProps {
  filter: StockFilter;
  onFilter: (filter: StockFilter) => void;
  search: string;
  onSearch: (search: string) => void;
  /** Called for every key press in the search field. */
  onSearchKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  searchRef: Ref<HTMLInputElement>;
  order: StockOrder;
  onOrder: (order: StockOrder) => void;
  layout: StockLayout;
  onLayout: (layout: StockLayout) => void;
  /** Another filter, shown beside the others. */
  matching: ReactNode;
}

/** Filter, search, order and layout of the watch list. */
export function WatchListToolbar(props: WatchListToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2.5 print:hidden">
      <div className="max-md:order-3">
        <Segmented label="Filter" options={filters} value={props.filter} onChange={props.onFilter} />
      </div>
      <div className="max-md:order-4">{props.matching}</div>
      <label className="relative min-w-32 grow basis-0 md:max-w-xs">
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
          className={cn(controlClass, 'h-9 border-line pl-9 text-sm')}
        />
      </label>
      <Select
        size="sm"
        aria-label="Sort by"
        value={props.order}
        onChange={(event) => props.onOrder(event.target.value as StockOrder)}
        className="max-w-36 md:ml-auto md:max-w-none"
      >
        {Object.entries(orders).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div className="max-md:order-5 max-md:ml-auto">
        <Segmented label="View" options={layouts} value={props.layout} onChange={props.onLayout} />
      </div>
    </div>
  );
}
