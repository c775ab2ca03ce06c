import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { csvFile } from '../csv.ts';
import { readWatchList } from '../watch-list/list-stocks.ts';
import type { exportWatchListInput } from './schemas.ts';
import { watchListAsCsv } from './watch-list-csv.ts';

/** Writes the caller's watch list, or the given symbols of it, as CSV, newest first. */
export async function exportWatchList(
  ctx: UserContext,
  { symbols }: z.output<typeof exportWatchListInput>,
): Promise<z.infer<typeof csvFile>> {
  const { stocks } = await readWatchList(ctx, {});
  const wanted = symbols && new Set(symbols);
  return { csv: watchListAsCsv(wanted ? stocks.filter(({ stock }) => wanted.has(stock.symbol)) : stocks) };
}
