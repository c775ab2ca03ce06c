import { stockRepository, withStockLock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { requestTask } from '../tasks/request-task.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { findLink } from '../watch-list/find-tracked-stock.ts';
import type { stockInput } from '../watch-list/schemas.ts';
import { fetchHistory } from './fetch-history.ts';
import type { refreshStockOutput } from './schemas.ts';

/**
 * Requests a refresh of a tracked stock; returns the active task if there is one.
 * @throws AppError NOT_FOUND if the caller does not track the stock, CONFLICT if a quota is exceeded
 */
export async function refreshStock(
  ctx: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<z.infer<typeof refreshStockOutput>> {
  const { stock } = await findLink(ctx, symbol);
  const taskId = await requestTask(ctx, {
    kind: 'refresh-stock',
    subject: stock.symbol,
    payload: { symbol: stock.symbol },
    message: `Refreshing ${stock.symbol}...`,
  });
  return { data: { task_id: taskId, symbol: stock.symbol }, message: `Refreshing ${stock.symbol}` };
}

/** Job handler: fetches new bars and recalculates the stock's indicators. */
export const refreshStockTask: TaskBody<'refresh-stock'> = async (ctx, { symbol }) =>
  withStockLock(ctx.database, symbol, ctx.signal, async () => {
    const stock = await stockRepository.findBySymbol(ctx.em, symbol);
    if (!stock) throw notFound('Stock');
    const { barCount } = await fetchHistory(ctx, stock);
    return { message: `${symbol} is up to date`, result: { symbol, rows: barCount } };
  });
