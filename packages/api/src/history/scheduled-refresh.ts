import { enqueueJob, stockRepository, withStockLock } from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import { z } from 'zod';
import type { JobOutcome, Services, UserContext } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { backgroundPriority, requestTask } from '../tasks/tasks.ts';
import { findLink } from '../watch-list/find-tracked-stock.ts';
import type { stockInput } from '../watch-list/schemas.ts';
import { fetchHistory } from './fetch-history.ts';
import type { refreshStockOutput } from './schemas.ts';

/** Stocks enqueued per run; the next run enqueues further ones. */
const maxStocksPerRun = 200;

const refreshPayload = z.object({ symbol: z.string() });

/** Enqueues a refresh job for each needed stock whose `refreshDueAt` has passed. A waiting job is not duplicated. */
export async function enqueueDueRefreshes({ database, clock }: Services): Promise<void> {
  const due = await stockRepository.listDueForRefresh(database.fork(), clock(), maxStocksPerRun);
  for (const symbol of due) {
    const payload: z.infer<typeof refreshPayload> = { symbol };
    await enqueueJob(database.fork(), 'refresh-scheduled-stock', payload, {
      maxAttempts: 1,
      jobKey: `refresh-scheduled-stock:${symbol}`,
      priority: backgroundPriority,
    });
  }
}

/**
 * Job handler: refreshes one stock that `enqueueDueRefreshes` enqueued. A failure of the provider does not fail the
 * job: `fetchHistory` has stored the error and the time of the next refresh.
 */
export async function refreshScheduledStock(
  services: Services,
  payload: unknown,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { symbol } = refreshPayload.parse(payload);
  const { database, clock, log } = services;
  return withStockLock(database, symbol, signal, async () => {
    const em = database.fork();
    const stock = await stockRepository.findBySymbol(em, symbol, null);
    if (!stock || stock.refreshDueAt > clock()) return 'ok';
    try {
      await fetchHistory({ services, em, signal, report: async () => {} }, stock);
      return 'ok';
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error;
      log.warn({ symbol, kind: error.kind, reason: error.message }, 'failed to refresh a stock');
      return 'failed';
    }
  });
}

/**
 * Requests a refresh of a tracked stock; returns the active task if there is one.
 * @throws AppError NOT_FOUND if the caller does not track the stock, CONFLICT if a quota is exceeded or
 *   the prices are entered
 */
export async function refreshStock(
  ctx: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<z.infer<typeof refreshStockOutput>> {
  const { stock } = await findLink(ctx, symbol);
  if (stock.pricing === 'entered') {
    throw new AppError('CONFLICT', `The prices of ${stock.symbol} are entered by you`);
  }
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
  withStockLock(ctx.services.database, symbol, ctx.signal, async () => {
    const stock = await stockRepository.findBySymbol(ctx.em, symbol, null);
    if (!stock) throw notFound('Stock');
    const { barCount } = await fetchHistory(ctx, stock);
    return { message: `${symbol} is up to date`, result: { symbol, rows: barCount } };
  });
