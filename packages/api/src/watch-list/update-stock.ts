import { notificationDeliveryRepository, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertNoteQuota } from './assert-note-quota.ts';
import { findLink } from './find-tracked-stock.ts';
import { presentItem } from './present-stock.ts';
import type { updateStockInput, WatchListItem } from './schemas.ts';

/**
 * Changes the given preferences of the caller for a stock.
 * @throws AppError NOT_FOUND if the caller does not track the stock, CONFLICT if the notes exceed the quota
 */
export async function updateStock(
  ctx: UserContext,
  { symbol, is_favorite, notes, notify_on_signals }: z.output<typeof updateStockInput>,
): Promise<WatchListItem> {
  const link = await findLink(ctx, symbol);
  const changes = {
    ...(is_favorite === undefined ? {} : { isFavorite: is_favorite }),
    ...(notes === undefined ? {} : { notes }),
    ...(notify_on_signals === undefined ? {} : { notifyOnSignals: notify_on_signals }),
  };
  const isTracked = await ctx.em.transactional(async (tx) => {
    if (notes) await assertNoteQuota(tx, ctx, link.stock.id, notes);
    if (notify_on_signals === false) {
      await notificationDeliveryRepository.dropSignals(tx, ctx.user.id, link.stock.id);
    }
    return userStockRepository.change(tx, ctx.user.id, link.stock.id, changes);
  });
  if (!isTracked) throw notFound('Stock');
  return presentItem(Object.assign(link, changes));
}
