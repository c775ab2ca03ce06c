import { dayMs, hourMs } from '@stockbook/common/durations';
import { type Stock, stockRepository } from '@stockbook/db';
import { type History, isKeyedSource, MarketDataError } from '@stockbook/market-data';
import { hasTimedOut, timeoutError, toAppError } from '../errors.ts';
import { downloadHistory } from './download-history.ts';
import type { FetchContext, FoundFacts } from './fetch-context.ts';
import { checkDays } from './missing/check-days.ts';
import { nextRefreshAt, retryAfterMs } from './next-refresh.ts';
import { storeHistory } from './store-history.ts';

/** A sector that the provider did not know is looked up again after a month: it may have failed to find it. */
const sectorUnknownForMs = 30 * dayMs;

/** A history counts as current for an hour after its fetch: a second user does not wait for a second download. */
const freshForMs = hourMs;

/** Whether the last fetch succeeded and no new bar is expected: it was recent, or the next refresh is not due yet. */
export function isHistoryCurrent(
  { barCount, lastError, lastFetchedAt, refreshDueAt }: Stock,
  now: Date,
): boolean {
  if (barCount === 0 || lastError !== null || lastFetchedAt === null) return false;
  return refreshDueAt > now || now.getTime() - lastFetchedAt.getTime() < freshForMs;
}

/**
 * Downloads and stores the history of a stock. Downloads only the new bars, with some days of overlap; if the overlap
 * shows restated prices (a split, another source), replaces the whole history in one transaction. CSV files are always
 * read whole. A failure changes no bar and is stored in `lastError`.
 * @returns the stock after the fetch
 * @throws MarketDataError, or the error that prevented storing
 */
export async function fetchHistory(ctx: FetchContext, stock: Stock): Promise<Stock> {
  await ctx.report({ message: 'Fetching historical data...', current: 1, total: 3 });
  try {
    const downloaded = await checkDays(ctx, stock, await downloadHistory(ctx, stock));
    const facts = await findFacts(ctx, stock, downloaded.history);
    await ctx.report({
      message: `Storing ${downloaded.history.bars.date.length.toLocaleString('en-US')} bars...`,
      current: 2,
      total: 3,
    });
    return await storeHistory(ctx, stock, downloaded, facts);
  } catch (error) {
    await storeFailure(ctx, stock, error);
    throw error;
  }
}

/** Stores the error and the time of the next refresh in the stock's row. */
async function storeFailure(
  { signal, services: { database, clock, log } }: FetchContext,
  stock: Stock,
  error: unknown,
): Promise<void> {
  const isTimedOut = hasTimedOut(signal);
  // A stopping worker aborts a fetch that has not failed: another worker takes the job over.
  if (signal.aborted && !isTimedOut) return;
  const now = clock();
  const failure = error instanceof MarketDataError ? error : null;
  const isUnknownSymbol = failure?.kind === 'not_found';
  const retryAt = failure?.retryAt ?? new Date(now.getTime() + retryAfterMs);
  const changes = {
    lastError: (isTimedOut ? timeoutError(error) : toAppError(error)).message,
    refreshDueAt: isUnknownSymbol ? nextRefreshAt(stock.symbol, stock.timezone, now) : retryAt,
    ...(isUnknownSymbol ? { isActive: false } : {}),
  };
  try {
    await stockRepository.noteFailure(database.fork(), stock, changes);
  } catch (err) {
    // Log only: the caller must get the error of the fetch.
    log.warn({ err, stockId: stock.id }, 'failed to store the error of a fetch');
  }
}

/** The facts from the history; if the sector of a company is missing, those of a look-up, which has more fields. */
async function findFacts(
  { signal, userId, services: { marketData, log, clock } }: FetchContext,
  stock: Stock,
  { instrument, source }: Pick<History, 'instrument' | 'source'>,
): Promise<FoundFacts> {
  const ofHistory = { instrument, isSectorLookedUp: false };
  const isCompany = (stock.type ?? instrument.type) === 'equity';
  const lacksSector = isCompany && stock.sector === null && instrument.sector === null;
  // A stock without a fetch has just been looked up. Keyed sources have no sectors, and each call counts.
  if (!lacksSector || stock.lastFetchedAt === null || isKeyedSource(source)) return ofHistory;
  const lookedUpAt = stock.sectorLookedUpAt?.getTime();
  if (lookedUpAt !== undefined && clock().getTime() - lookedUpAt < sectorUnknownForMs) return ofHistory;
  try {
    const found = await marketData.lookup(stock.symbol, { signal, requester: userId });
    return { instrument: found, isSectorLookedUp: true };
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    log.warn({ symbol: stock.symbol, reason: error.message }, 'failed to look up the sector of a stock');
    return ofHistory;
  }
}
