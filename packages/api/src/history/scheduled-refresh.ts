import { enqueueJob, stockRepository, withStockLock } from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import { z } from 'zod';
import type { JobOutcome, Services } from '../context.ts';
import { backgroundPriority } from '../tasks/enqueue-task.ts';
import { fetchHistory } from './fetch-history.ts';

/** As many stocks are taken up at a time; the others wait for the next minutes. */
const maxConcurrent = 200;

export const keepCurrentPayload = z.object({ symbol: z.string() });

/**
 * Asks for a refresh of every tracked stock whose time has come: after its exchange has closed, or since a night
 * was missed. A stock whose refresh is waiting already is not asked for twice.
 */
export async function refreshDueStocks({ database, clock }: Services): Promise<void> {
  const due = await stockRepository.listDueForRefresh(database.fork(), clock(), maxConcurrent);
  for (const { symbol } of due) {
    const payload: z.infer<typeof keepCurrentPayload> = { symbol };
    await enqueueJob(database.fork(), 'keep-current', payload, {
      maxAttempts: 1,
      jobKey: `keep-current:${symbol}`,
      priority: backgroundPriority,
    });
  }
}

/**
 * Refreshes a stock of the program's own accord. A provider's failure is not the job's: the stock keeps the
 * reason and the time of its next refresh.
 */
export async function scheduleRefreshes(
  services: Services,
  payload: unknown,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { symbol } = keepCurrentPayload.parse(payload);
  const { database, clock, log } = services;
  return withStockLock(database, symbol, signal, async () => {
    const em = database.fork();
    const stock = await stockRepository.findBySymbol(em, symbol);
    if (!stock || stock.refreshDueAt > clock()) return 'ok';
    try {
      await fetchHistory({ ...services, em, signal, report: async () => {} }, stock);
      return 'ok';
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error;
      log.warn({ symbol, kind: error.kind, reason: error.message }, 'a stock could not be refreshed');
      return 'failed';
    }
  });
}
