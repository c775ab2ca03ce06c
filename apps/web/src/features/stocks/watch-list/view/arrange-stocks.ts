import type { WatchListItem } from '@stockbook/api/schemas';
import { withQuote } from '../../quotes/final-session.ts';
import type { Quotes } from '../../quotes/sorting-quotes.ts';
import { columnValue, type FiguresBySymbol, type TableColumn, tableColumns } from '../table/table-columns.ts';
import { isOwnKey, type OwnKey, type OwnValues, ownKeys, ownValue } from './own-columns.ts';

export const stockFilters = ['all', 'favorites', 'active'] as const;
export type StockFilter = (typeof stockFilters)[number];

type SortKey = 'symbol' | 'name' | TableColumn | OwnKey;
const sortKeys: readonly SortKey[] = ['symbol', 'name', ...tableColumns, ...ownKeys];

/**
 * `added` is the server's order: the list's own, or newest first without a list. `newest` is that of a list by the day
 * on which its stocks were tracked. Other orders ascend without `-desc`.
 */
export type StockOrder = 'added' | 'newest' | SortKey | `${SortKey}-desc`;

/** The sort key of an order; null for `added` and `newest`. */
export function sortKeyOf(order: string): SortKey | null {
  return sortKeys.find((key) => order === key || order === `${key}-desc`) ?? null;
}

export function isDescending(order: StockOrder): boolean {
  return order.endsWith('-desc');
}

export function isStockOrder(value: unknown): value is StockOrder {
  return typeof value === 'string' && (value === 'added' || value === 'newest' || sortKeyOf(value) !== null);
}

const predicates: Record<StockFilter, (item: WatchListItem) => boolean> = {
  all: () => true,
  favorites: (item) => item.is_favorite,
  active: (item) => item.stock.is_active,
};

function matches({ stock, notes }: WatchListItem, query: string): boolean {
  const { symbol, name, isin, exchange, sector, industry } = stock;
  return [symbol, name, isin, exchange, sector, industry, notes].some((text) =>
    text?.toLowerCase().includes(query),
  );
}

/** The keys whose values are those of quotes, where there are some. */
const quotedKeys: readonly SortKey[] = ['last', 'change', 'percent'];

type Values = Pick<Arrangement, 'figures' | 'own' | 'quotes'>;

/** Compares by a sort key; missing values come last in both directions. */
function comparer(key: SortKey, isDesc: boolean, { figures, own, quotes }: Values) {
  const sortValue = (item: WatchListItem) => {
    if (key === 'symbol' || key === 'name') return item.stock[key];
    const { symbol } = item.stock;
    if (isOwnKey(key)) return ownValue(key, own.get(symbol));
    const quote = quotes.get(symbol);
    const quoted = withQuote(item, quote);
    // Days and times are compared as ISO 8601.
    if (key === 'time' && quoted !== item) return quote?.time ?? null;
    return columnValue(key, quotedKeys.includes(key) ? quoted : item, figures.get(symbol));
  };
  return (a: WatchListItem, b: WatchListItem): number => {
    const [first, second] = [sortValue(a), sortValue(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const order =
      typeof first === 'number' && typeof second === 'number'
        ? first - second
        : String(first).localeCompare(String(second), 'en-US');
    return isDesc ? -order : order;
  };
}

interface Arrangement {
  readonly filter: StockFilter;
  readonly search: string;
  readonly order: StockOrder;
  /** The symbols to show; null for all. */
  readonly among: { has(symbol: string): boolean } | null;
  readonly figures: FiguresBySymbol;
  /** The values of the columns that the user wrote. */
  readonly own: OwnValues;
  readonly quotes: Quotes;
  /** Whether the stocks of a sector are together. */
  readonly isGrouped: boolean;
}

/** The stocks of a list in its order. */
export function stocksOfList(items: readonly WatchListItem[], symbols: readonly string[]): WatchListItem[] {
  const bySymbol = new Map(items.map((item) => [item.stock.symbol, item]));
  return symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []);
}

/** The items that pass the filters and contain the search text, sorted by `order`. */
export function arrangeStocks(
  items: readonly WatchListItem[],
  { filter, search, order, among, isGrouped, ...values }: Arrangement,
): WatchListItem[] {
  const query = search.trim().toLowerCase();
  const shown = items.filter(
    (item) =>
      predicates[filter](item) &&
      (query === '' || matches(item, query)) &&
      (among === null || among.has(item.stock.symbol)),
  );
  const key = sortKeyOf(order);
  if (order === 'newest') shown.sort((a, b) => b.added_at.localeCompare(a.added_at));
  if (key !== null) shown.sort(comparer(key, isDescending(order), values));
  // Equal sectors keep that order.
  return isGrouped ? shown.sort(comparer('sector', false, values)) : shown;
}

/** The figures above the list, which ignore filter and search. */
export function countStocks(items: readonly WatchListItem[]): {
  total: number;
  favorites: number;
  active: number;
} {
  return {
    total: items.length,
    favorites: items.filter(predicates.favorites).length,
    active: items.filter(predicates.active).length,
  };
}
