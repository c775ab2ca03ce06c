import { needsPositions, type TableColumn, tableColumns } from '../table/table-columns.ts';
import { isStockOrder, type StockFilter, type StockOrder, stockFilters } from './arrange-stocks.ts';
import { parseOwnColumns, printOwnColumns } from './own-columns.ts';

const stockLayouts = ['list', 'grid', 'table', 'map'] as const;
export type StockLayout = (typeof stockLayouts)[number];

export const filterLabels: Readonly<Record<StockFilter, string>> = {
  all: 'All Stocks',
  favorites: 'Favorites',
  active: 'Active',
};

export interface ListView {
  readonly layout: StockLayout;
  readonly columns: readonly TableColumn[];
  /** Rules and expressions whose values are columns, in their canonical form. */
  readonly own: readonly string[];
  /** Whether the table has the stocks of a sector together. */
  readonly isGrouped: boolean;
  readonly filter: StockFilter;
  /** The id of the list on show; null for all stocks. */
  readonly list: string | null;
  readonly search: string;
  readonly order: StockOrder;
}

/** A view in the address; what is missing is as in `defaultListView`. */
export interface ListAddress {
  view?: StockLayout | undefined;
  /** Separated by commas. */
  columns?: string | undefined;
  /** Separated by semicolons. */
  own?: string | undefined;
  group?: 'sector' | undefined;
  filter?: StockFilter | undefined;
  /** The id of a list. */
  list?: string | undefined;
  q?: string | undefined;
  sort?: StockOrder | undefined;
}

/** The others are for users with notes or portfolios, or show a time that the prices have as a title. */
const defaultColumns: readonly TableColumn[] = tableColumns.filter(
  (column) => column !== 'time' && column !== 'note' && !needsPositions(column),
);

const defaultListView: ListView = {
  layout: 'list',
  columns: defaultColumns,
  own: [],
  isGrouped: false,
  filter: 'all',
  list: null,
  search: '',
  order: 'added',
};

function columnsIn(text: string): TableColumn[] {
  const names = text.split(',');
  return tableColumns.filter((column) => names.includes(column));
}

/** The valid parts of an address or of a stored one. Names every parameter: the router would keep a missing one. */
export function parseListAddress(search: Readonly<Record<string, unknown>>): ListAddress {
  const { view, columns, own, group, filter, list, q, sort } = search;
  return {
    view: stockLayouts.find((layout) => layout === view),
    columns: typeof columns === 'string' ? columnsIn(columns).join(',') : undefined,
    own: typeof own === 'string' ? printOwnColumns(parseOwnColumns(own)) || undefined : undefined,
    group: group === 'sector' ? group : undefined,
    filter: stockFilters.find((name) => name === filter),
    // The router parses a number.
    list: typeof list === 'string' || typeof list === 'number' ? String(list) || undefined : undefined,
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : undefined,
    sort: isStockOrder(sort) ? sort : undefined,
  };
}

export function viewOf({ view, columns, own, group, filter, list, q, sort }: ListAddress): ListView {
  return {
    layout: view ?? defaultListView.layout,
    columns: columns === undefined ? defaultColumns : columnsIn(columns),
    own: own === undefined ? defaultListView.own : parseOwnColumns(own),
    isGrouped: group === 'sector',
    filter: filter ?? defaultListView.filter,
    list: list ?? defaultListView.list,
    search: q ?? defaultListView.search,
    order: sort ?? defaultListView.order,
  };
}

/** The address of a view, without what is default. */
export function addressOf(view: ListView): ListAddress {
  const columns = view.columns.join(',');
  return {
    view: view.layout === defaultListView.layout ? undefined : view.layout,
    columns: columns === defaultColumns.join(',') ? undefined : columns,
    own: printOwnColumns(view.own) || undefined,
    group: view.isGrouped ? 'sector' : undefined,
    filter: view.filter === defaultListView.filter ? undefined : view.filter,
    list: view.list ?? undefined,
    q: view.search.trim() === '' ? undefined : view.search,
    sort: view.order === defaultListView.order ? undefined : view.order,
  };
}

export function isDefaultAddress(address: ListAddress): boolean {
  return Object.values(address).every((value) => value === undefined);
}
