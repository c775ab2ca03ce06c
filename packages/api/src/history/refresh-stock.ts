import { stockRepository, withStockLock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { refreshStockOutput, stockInput } from '../stocks/schemas.ts';
import { requestTask } from '../tasks/request-task.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import { fetchHistory } from './fetch-history.ts';

/** Asks for what is new of a stock; a refresh that is already under way is the answer. */
export async function refreshStock(
  ctx: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<z.infer<typeof refreshStockOutput>> {
  const { stock } = await findTrackedStock(ctx, symbol);
  const taskId = await requestTask(ctx, {
    kind: 'refresh-stock',
    subject: stock.symbol,
    payload: { symbol: stock.symbol },
    message: `Refreshing ${stock.symbol}...`,
  });
  return { data: { task_id: taskId, symbol: stock.symbol }, message: `Refreshing ${stock.symbol}` };
}

/** The job: fetches what is new and recalculates what was calculated. */
export const refreshStockTask: TaskBody<'refresh-stock'> = async (ctx, { symbol }) =>
  withStockLock(ctx.database, symbol, ctx.signal, async () => {
    const stock = await stockRepository.findBySymbol(ctx.em, symbol);
    if (!stock) throw notFound('Stock');
    const { barCount } = await fetchHistory(ctx, stock);
    return { message: `${symbol} is up to date`, result: { symbol, rows: barCount } };
  });
