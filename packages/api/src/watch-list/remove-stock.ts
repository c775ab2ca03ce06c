import {
  notificationDeliveryRepository,
  taskRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findLink } from './find-tracked-stock.ts';
import type { stockInput } from './schemas.ts';

/**
 * Stops tracking a stock: deletes the caller's link, notes and indicators; the shared price history stays. Also cancels
 * active tasks that add the stock: they would link it again, and a later add would get their id.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function removeStock(ctx: UserContext, { symbol }: z.output<typeof stockInput>) {
  const { em, user, clock } = ctx;
  const { stock } = await findLink(ctx, symbol);
  const message = `${stock.symbol} was removed from your watch list`;
  const addTasks = {
    userId: user.id,
    kind: 'add-stock',
    subjects: [stock.symbol, ...(stock.isin === null ? [] : [stock.isin])],
  };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await taskRepository.cancelActive(tx, addTasks, message, clock());
    await notificationDeliveryRepository.dropSignals(tx, user.id, stock.id);
    await userStockRepository.unlink(tx, user.id, stock.id);
  });
  return { message };
}
