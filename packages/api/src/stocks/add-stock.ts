import { type EntityManager, stockRepository, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { spendNewSymbol } from '../quotas/provider-budget.ts';
import { requestTask } from '../tasks/request-task.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { assertStockQuota } from '../watch-list/assert-stock-quota.ts';
import { ensureStock } from './ensure-stock.ts';
import type { addStockInput, addStockOutput } from './schemas.ts';

/**
 * Requests a task that adds a stock to the caller's watch list; returns no task if the stock is already there.
 * @throws AppError CONFLICT if a quota is exceeded, TOO_MANY_REQUESTS after too many new symbols
 */
export async function addStock(
  ctx: UserContext,
  { symbol, isin = null }: z.output<typeof addStockInput>,
): Promise<z.infer<typeof addStockOutput>> {
  try {
    await assertNotTracked(ctx.em, ctx.user.id, symbol);
    return { data: { task_id: await requestAdd(ctx, symbol, isin), symbol }, message: `Adding ${symbol}` };
  } catch (error) {
    if (error instanceof AlreadyTracked) return { message: error.message };
    throw error;
  }
}

/** Not an error of the caller: the request has nothing to do. */
class AlreadyTracked extends Error {
  override readonly name = 'AlreadyTracked';
}

/** @throws AlreadyTracked */
async function assertNotTracked(em: EntityManager, userId: string, symbol: string): Promise<void> {
  const link = await userStockRepository.findBySymbolOrIsin(em, userId, symbol);
  if (link) throw new AlreadyTracked(`${link.stock.symbol} is already on your watch list`);
}

function requestAdd(ctx: UserContext, symbol: string, isin: string | null): Promise<string> {
  return requestTask(ctx, {
    kind: 'add-stock',
    subject: symbol,
    payload: { symbolOrIsin: symbol, isin },
    message: 'Adding stock...',
    async assertAllowed(tx) {
      // The task of an equal request may have ended while this one waited for the user's lock.
      await assertNotTracked(tx, ctx.user.id, symbol);
      await assertStockQuota(tx, ctx.user.id, ctx.quotas);
      const stock = await stockRepository.findBySymbolOrIsin(tx, symbol);
      if (!stock?.lastFetchedAt) await spendNewSymbol(tx, ctx);
    },
  });
}

/** Job handler: confirms the symbol, links the stock to the user and fetches its history. */
export const addStockTask: TaskBody<'add-stock'> = async (ctx, { symbolOrIsin, isin }) => {
  const { stock, otherListings, isIsinRejected } = await ensureStock(ctx, symbolOrIsin, isin);
  const otherListingsNote = otherListings.length > 0 ? ` Other listings: ${otherListings.join(', ')}.` : '';
  const isinNote = isIsinRejected ? ` The ISIN ${isin} was not kept: it does not name ${stock.symbol}.` : '';
  return {
    message: `${stock.symbol} was added to your watch list.${otherListingsNote}${isinNote}`,
    result: { symbol: stock.symbol, rows: stock.barCount },
  };
};
