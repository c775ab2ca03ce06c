import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { csvFile } from '../csv.ts';
import { readWatchList } from '../watch-list/list-stocks.ts';
import { watchListAsCsv } from './watch-list-csv.ts';

/** Writes the caller's whole watch list as CSV, newest first. */
export async function exportWatchList(ctx: UserContext): Promise<z.infer<typeof csvFile>> {
  const { stocks } = await readWatchList(ctx, {});
  return { csv: watchListAsCsv(stocks) };
}
