import { watchListRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { findTrackedStock } from './find-tracked-stock.ts';
import { presentItem } from './present-stock.ts';
import type { updateStockInput, WatchListItem } from './schemas.ts';

/** Changes what the caller keeps about a stock; what is not named stays. */
export async function updateStock(
  ctx: UserContext,
  { symbol, is_favorite, notes, notify_on_signals }: z.output<typeof updateStockInput>,
): Promise<WatchListItem> {
  const link = await findTrackedStock(ctx, symbol);
  const changes = {
    ...(is_favorite === undefined ? {} : { isFavorite: is_favorite }),
    ...(notes === undefined ? {} : { notes }),
    ...(notify_on_signals === undefined ? {} : { notifyOnSignals: notify_on_signals }),
  };
  const isTracked = await watchListRepository.change(ctx.em, ctx.user.id, link.stock.id, changes);
  if (!isTracked) throw notFound('Stock');
  return presentItem(Object.assign(link, changes), link.stock);
}
