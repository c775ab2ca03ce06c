import { type EntityManager, userRepository, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { formatBytes, type Quotas } from '../quotas/quotas.ts';
import type { updateStockInput, WatchListItem } from '../stocks/schemas.ts';
import { findTrackedStock } from './find-tracked-stock.ts';
import { presentItem } from './present-stock.ts';

/** Refuses notes that exceed the quota; existing ones can always be shortened. */
async function assertRoomForNotes(
  tx: EntityManager,
  { user, quotas }: { user: { id: string }; quotas: Quotas },
  stockId: number,
  notes: string,
): Promise<void> {
  await userRepository.lockForUpdate(tx, user.id);
  const { note, others } = await userStockRepository.noteBytesOfUser(tx, user.id, stockId);
  const size = Buffer.byteLength(notes);
  if (others + size <= quotas.noteBytes || size <= note) return;
  throw new AppError(
    'CONFLICT',
    `All your notes may take ${formatBytes(quotas.noteBytes)} together. Shorten or delete some first`,
  );
}

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
  const isTracked = await ctx.em.transactional(async (tx) => {
    if (notes) await assertRoomForNotes(tx, ctx, link.stock.id, notes);
    return userStockRepository.change(tx, ctx.user.id, link.stock.id, changes);
  });
  if (!isTracked) throw notFound('Stock');
  return presentItem(Object.assign(link, changes), link.stock);
}
