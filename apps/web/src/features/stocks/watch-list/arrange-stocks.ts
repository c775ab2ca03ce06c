import type { WatchListItem } from '@stockbook/api/schemas';
import { changePercent } from '../../../lib/format.ts';

export const stockFilters = ['all', 'favorites', 'active'] as const;
export type StockFilter = (typeof stockFilters)[number];

export const stockOrders = ['added', 'symbol', 'name', 'gain', 'loss'] as const;
export type StockOrder = (typeof stockOrders)[number];

const passes: Record<StockFilter, (item: WatchListItem) => boolean> = {
  all: () => true,
  favorites: (item) => item.is_favorite,
  active: (item) => item.stock.is_active,
};

function matches({ stock }: WatchListItem, wanted: string): boolean {
  return [stock.symbol, stock.name, stock.isin, stock.exchange, stock.sector, stock.industry].some((text) =>
    text?.toLowerCase().includes(wanted),
  );
}

/** By change, largest first when `sign` is 1; stocks without a change come last either way. */
function byChange(sign: 1 | -1): (a: WatchListItem, b: WatchListItem) => number {
  const worst = Number.NEGATIVE_INFINITY;
  const rank = ({ stock }: WatchListItem) => {
    const change = changePercent(stock.last_close, stock.previous_close);
    return change === null ? worst : change * sign;
  };
  return (a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? 0 : second - first;
  };
}

/** `added` is the order the server gives: newest first. */
const comparers: Record<Exclude<StockOrder, 'added'>, (a: WatchListItem, b: WatchListItem) => number> = {
  symbol: (a, b) => a.stock.symbol.localeCompare(b.stock.symbol, 'en-US'),
  name: (a, b) => a.stock.name.localeCompare(b.stock.name, 'en-US'),
  gain: byChange(1),
  loss: byChange(-1),
};

/** The stocks to show: those that pass the filter and contain the search text, in the order asked for. */
export function arrangeStocks(
  items: readonly WatchListItem[],
  { filter, search, order }: { filter: StockFilter; search: string; order: StockOrder },
): WatchListItem[] {
  const wanted = search.trim().toLowerCase();
  const shown = items.filter((item) => passes[filter](item) && (wanted === '' || matches(item, wanted)));
  return order === 'added' ? shown : shown.sort(comparers[order]);
}

/** The figures above the list, of all stocks whatever is shown. */
export function countStocks(items: readonly WatchListItem[]): {
  total: number;
  favorites: number;
  active: number;
} {
  return {
    total: items.length,
    favorites: items.filter(passes.favorites).length,
    active: items.filter(passes.active).length,
  };
}
