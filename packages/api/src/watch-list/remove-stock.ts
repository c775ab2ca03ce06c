import { taskRepository, userRepository, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { stockInput } from '../stocks/schemas.ts';
import { findTrackedStock } from './find-tracked-stock.ts';

/**
 * Stops tracking a stock: link, notes and indicators go, the shared price history stays. What was still being done to
 * add it ends here, too: it would put the stock back, or stand for a later request to add it.
 */
export async function removeStock(ctx: UserContext, { symbol }: z.output<typeof stockInput>) {
  const { em, user, clock } = ctx;
  const { stock } = await findTrackedStock(ctx, symbol);
  const message = `${stock.symbol} was removed from your watch list`;
  const adding = {
    userId: user.id,
    kind: 'add-stock',
    subjects: [stock.symbol, ...(stock.isin === null ? [] : [stock.isin])],
  };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await taskRepository.cancelActive(tx, adding, message, clock());
    await userStockRepository.unlink(tx, user.id, stock.id);
  });
  return { message };
}
