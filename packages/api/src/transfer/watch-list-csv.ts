import { stockListRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { OutputStream } from '../streaming/output-stream.ts';
import { csvPieces, streamCsv } from '../streaming/stream-list.ts';
import { findList } from '../watch-list/find-list.ts';
import type { WatchListItem } from '../watch-list/schemas.ts';
import { readWatchList } from '../watch-list/watch-list.ts';
import type { exportWatchListInput } from './schemas.ts';

/** The columns of Stockbook's CSV export. */
export const watchListColumns = [
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
 * A line of the CSV export.
 * @param lists the names of the stock's lists
 */
export function watchListLine(
  { stock, added_at, is_favorite, notes }: WatchListItem,
  lists: readonly string[] = [],
): Readonly<Record<(typeof watchListColumns)[number], unknown>> {
  return {
    symbol: stock.symbol,
    name: stock.name,
    isin: stock.isin,
    exchange: stock.exchange,
    currency: stock.currency,
    favourite: is_favorite ? 'yes' : 'no',
    added: added_at.slice(0, 10),
    notes,
    last_close: stock.last_close,
    data_source: stock.data_source,
    lists: lists.join(';'),
  };
}

/**
 * Writes the caller's watch list as CSV, newest first, or a list of theirs in its order, or the given symbols of it.
 * @throws AppError NOT_FOUND if the list is unknown, TOO_MANY_REQUESTS
 */
export async function exportWatchList(
  ctx: UserContext,
  { symbols, list_id }: z.output<typeof exportWatchListInput>,
): Promise<OutputStream> {
  const { em, user } = ctx;
  if (list_id !== undefined) await findList(em, user.id, list_id);
  return streamCsv(ctx, async function* () {
    const { stocks } = await readWatchList(ctx, { list_id });
    const listsOf = new Map<string, string[]>();
    for (const list of await stockListRepository.listWithSymbols(em, user.id, {})) {
      for (const symbol of list.symbols) {
        const names = listsOf.get(symbol);
        if (names) names.push(list.name);
        else listsOf.set(symbol, [list.name]);
      }
    }
    const wanted = symbols && new Set(symbols);
    const shown = wanted ? stocks.filter(({ stock }) => wanted.has(stock.symbol)) : stocks;
    yield* csvPieces(watchListColumns, shown, (item) => watchListLine(item, listsOf.get(item.stock.symbol)));
  });
}
