import type { WatchListItem } from '@stockbook/api/schemas';
import { columnValue } from './table-columns.ts';

/** The stocks of a sector, which are together. */
export interface StockGroup {
  /** Null for stocks without a sector. */
  readonly sector: string | null;
  readonly count: number;
  /** The mean of the day's changes, percent; null if none is known. */
  readonly meanPercent: number | null;
}

/** A row of the table: a stock, or the heading of a group. */
export type TableEntry =
  | { readonly kind: 'stock'; readonly item: WatchListItem }
  | { readonly kind: 'group'; readonly group: StockGroup };

function groupOf(items: readonly WatchListItem[]): StockGroup {
  const changes = items
    .map((item) => columnValue('percent', item, undefined))
    .filter((change) => typeof change === 'number');
  const sum = changes.reduce((total, change) => total + change, 0);
  return {
    sector: items[0]?.stock.sector ?? null,
    count: items.length,
    meanPercent: changes.length > 0 ? sum / changes.length : null,
  };
}

/** The rows of the table. If they are grouped, each group of neighbours with one sector has a heading. */
export function tableEntries(items: readonly WatchListItem[], isGrouped: boolean): readonly TableEntry[] {
  const stocks = items.map((item) => ({ kind: 'stock', item }) as const);
  if (!isGrouped) return stocks;
  return stocks.flatMap((entry, index): TableEntry[] => {
    const { sector } = entry.item.stock;
    if (index > 0 && items[index - 1]?.stock.sector === sector) return [entry];
    const end = items.findIndex(({ stock }, other) => other > index && stock.sector !== sector);
    return [{ kind: 'group', group: groupOf(items.slice(index, end < 0 ? undefined : end)) }, entry];
  });
}
