import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { type csvFile, csvText } from '../csv.ts';
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
] as const;

/** Formats a watch list as CSV (RFC 4180): a header line, then one line per stock. */
export function watchListAsCsv(items: readonly WatchListItem[]): string {
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
    ].join(','),
  );
  return [csvColumns.join(','), ...lines, ''].join('\r\n');
}

/** Writes the caller's watch list, or the given symbols of it, as CSV, newest first. */
export async function exportWatchList(
  ctx: UserContext,
  { symbols }: z.output<typeof exportWatchListInput>,
): Promise<z.infer<typeof csvFile>> {
  const { stocks } = await readWatchList(ctx, {});
  const wanted = symbols && new Set(symbols);
  return { csv: watchListAsCsv(wanted ? stocks.filter(({ stock }) => wanted.has(stock.symbol)) : stocks) };
}
