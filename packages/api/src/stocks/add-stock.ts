import { stockRepository, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { spendNewSymbol } from '../quotas/provider-budget.ts';
import { requestTask } from '../tasks/request-task.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { assertStockQuota } from '../watch-list/assert-stock-quota.ts';
import { ensureStock } from './ensure-stock.ts';
import type { addStockInput, addStockOutput } from './schemas.ts';

/** Asks for a stock to be put on the caller's watch list; the provider confirms it in a task. */
export async function addStock(
  ctx: UserContext,
  { symbol, isin = null }: z.output<typeof addStockInput>,
): Promise<z.infer<typeof addStockOutput>> {
  const link = await userStockRepository.findBySymbolOrIsin(ctx.em, ctx.user.id, symbol);
  if (link) return { message: `${link.stock.symbol} is already on your watch list` };
  const taskId = await requestTask(ctx, {
    kind: 'add-stock',
    subject: symbol,
    payload: { symbolOrIsin: symbol, isin },
    message: 'Adding stock...',
    async assertAllowed(tx) {
      await assertStockQuota(tx, ctx.user.id, ctx.quotas);
      const stock = await stockRepository.findBySymbolOrIsin(tx, symbol);
      if (!stock?.lastFetchedAt) await spendNewSymbol(tx, ctx);
    },
  });
  return { data: { task_id: taskId, symbol }, message: `Adding ${symbol}` };
}

/** The job: confirms the symbol, links the stock to the user, and makes its history current. */
export const addStockTask: TaskBody<'add-stock'> = async (ctx, { symbolOrIsin, isin }) => {
  const { stock, otherListings, isIsinRefused } = await ensureStock(ctx, symbolOrIsin, isin);
  const others = otherListings.length > 0 ? ` Other listings: ${otherListings.join(', ')}.` : '';
  const refused = isIsinRefused ? ` The ISIN ${isin} was not kept: it does not name ${stock.symbol}.` : '';
  return {
    message: `${stock.symbol} was added to your watch list.${others}${refused}`,
    result: { symbol: stock.symbol, rows: stock.barCount },
  };
};
