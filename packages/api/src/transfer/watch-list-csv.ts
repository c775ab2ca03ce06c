import { stockListRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { type csvFile, csvText } from '../csv.ts';
import { findList } from '../watch-list/find-list.ts';
import type { WatchListItem } from '../watch-list/schemas.ts';
import { readWatchList } from '../watch-list/watch-list.ts';
import type { exportWatchListInput } from './schemas.ts';

/** The columns of Stockbook's CSV export. */
const csvColumns = [
  'symbol',
  'name',
  'isin',
  'exchange',
  'currency',
  'favourite',
  'added',
  'notes',
  'last_close',
  'data_source',
  'lists',
] as const;

/**
 * Formats a watch list as CSV (RFC 4180): a header line, then one line per stock.
 * @param listsOf the names of a stock's lists, by symbol
 */
export function watchListAsCsv(
  items: readonly WatchListItem[],
  listsOf: ReadonlyMap<string, readonly string[]> = new Map(),
): string {
  const lines = items.map(({ stock, added_at, is_favorite, notes }) =>
    [
      csvText(stock.symbol),
      csvText(stock.name),
      csvText(stock.isin ?? ''),
      csvText(stock.exchange ?? ''),
      csvText(stock.currency ?? ''),
      is_favorite ? 'yes' : 'no',
      added_at.slice(0, 10),
      csvText(notes ?? ''),
      stock.last_close ?? '',
      stock.data_source ?? '',
      csvText(listsOf.get(stock.symbol)?.join(';') ?? ''),
    ].join(','),
  );
  return [csvColumns.join(','), ...lines, ''].join('\r\n');
}

/**
 * Writes the caller's watch list as CSV, newest first, or a list of theirs in its order, or the given symbols of it.
 * @throws AppError NOT_FOUND if the list is unknown
 */
export async function exportWatchList(
  ctx: UserContext,
  { symbols, list_id }: z.output<typeof exportWatchListInput>,
): Promise<z.infer<typeof csvFile>> {
  const { em, user } = ctx;
  if (list_id !== undefined) await findList(em, user.id, list_id);
  const { stocks } = await readWatchList(ctx, { list_id });
  const listsOf = new Map<string, string[]>();
  for (const list of await stockListRepository.listWithSymbols(em, user.id, {})) {
    for (const symbol of list.symbols) listsOf.set(symbol, [...(listsOf.get(symbol) ?? []), list.name]);
  }
  const wanted = symbols && new Set(symbols);
  const shown = wanted ? stocks.filter(({ stock }) => wanted.has(stock.symbol)) : stocks;
  return { csv: watchListAsCsv(shown, listsOf) };
}
