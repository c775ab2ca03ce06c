import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { readWatchList } from '../watch-list/list-stocks.ts';
import type { watchListFile } from './schemas.ts';
import { watchListAsCsv } from './watch-list-csv.ts';

/** Writes the caller's whole watch list as CSV, newest first. */
export async function exportWatchList(ctx: UserContext): Promise<z.infer<typeof watchListFile>> {
  const { stocks } = await readWatchList(ctx, {});
  return { csv: watchListAsCsv(stocks) };
}
