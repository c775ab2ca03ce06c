import type { WatchListItem } from '@stockbook/api/schemas';
import { changePercent } from '../../../lib/format.ts';

const stockFilters = ['all', 'favorites', 'active'] as const;
export type StockFilter = (typeof stockFilters)[number];

export const stockOrders = ['added', 'symbol', 'name', 'gain', 'loss'] as const;
export type StockOrder = (typeof stockOrders)[number];

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

/** Compares by change, largest first if `sign` is 1; stocks without a change come last for both signs. */
function byChange(sign: 1 | -1): (a: WatchListItem, b: WatchListItem) => number {
  const lowest = Number.NEGATIVE_INFINITY;
  const rank = ({ stock }: WatchListItem) => {
    const change = changePercent(stock.last_close, stock.previous_close);
    return change === null ? lowest : change * sign;
  };
  return (a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? 0 : second - first;
  };
}

/** `added` is the server's order: newest first. */
const comparers: Record<Exclude<StockOrder, 'added'>, (a: WatchListItem, b: WatchListItem) => number> = {
  symbol: (a, b) => a.stock.symbol.localeCompare(b.stock.symbol, 'en-US'),
  name: (a, b) => a.stock.name.localeCompare(b.stock.name, 'en-US'),
  gain: byChange(1),
  loss: byChange(-1),
};

interface Arrangement {
  readonly filter: StockFilter;
  readonly search: string;
  readonly order: StockOrder;
  /** The symbols to show; null for all. */
  readonly among: { has(symbol: string): boolean } | null;
}

/** The items that pass the filters and contain the search text, sorted by `order`. */
export function arrangeStocks(
  items: readonly WatchListItem[],
  { filter, search, order, among }: Arrangement,
): WatchListItem[] {
  const query = search.trim().toLowerCase();
  const shown = items.filter(
    (item) =>
      predicates[filter](item) &&
      (query === '' || matches(item, query)) &&
      (among === null || among.has(item.stock.symbol)),
  );
  return order === 'added' ? shown : shown.sort(comparers[order]);
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
