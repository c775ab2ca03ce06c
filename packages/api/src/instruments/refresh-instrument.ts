import { isOwn, stockRepository } from '@stockbook/db';
import { notFound } from '../errors.ts';
import { refreshStockTask } from '../history/scheduled-refresh.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { recompute } from './pricing/recompute.ts';

/** Job handler: fetches new bars of a stock, or computes those of an own instrument anew. */
export const refreshAnyStockTask: TaskBody<'refresh-stock'> = async (ctx, { symbol }) => {
  if (!isOwn(symbol)) return refreshStockTask(ctx, { symbol });
  const { em, userId, services } = ctx;
  const stock = await stockRepository.findBySymbol(em, symbol, userId);
  if (!stock) throw notFound('Stock');
  await recompute({ em, user: { id: userId }, services }, stock.id);
  const { barCount } = await stockRepository.reload(services.database.fork(), stock);
  return { message: `${symbol} is up to date`, result: { symbol, rows: barCount } };
};
