import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findTrackedStock } from './find-tracked-stock.ts';
import { presentItem } from './present-stock.ts';
import type { updateStockInput, WatchListItem } from './schemas.ts';

/** Changes what the caller keeps about a stock; what is not named stays. */
export async function updateStock(
  ctx: UserContext,
  { symbol, is_favorite, notes, notify_on_signals }: z.output<typeof updateStockInput>,
): Promise<WatchListItem> {
  const link = await findTrackedStock(ctx, symbol);
  if (is_favorite !== undefined) link.isFavorite = is_favorite;
  if (notes !== undefined) link.notes = notes;
  if (notify_on_signals !== undefined) link.notifyOnSignals = notify_on_signals;
  await ctx.em.flush();
  return presentItem(link, link.stock);
}
