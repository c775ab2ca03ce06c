import {
  type EntityManager,
  priceBarRepository,
  type Stock,
  stockActionRepository,
  stockRepository,
} from '@stockbook/db';
import { type History, type Instrument, isKeyedSource, MarketDataError } from '@stockbook/market-data';
import { AppError, timeoutError, toAppError } from '../errors.ts';
import { type Recalculation, recalculation } from '../indicators/recalculate-indicators.ts';
import { downloadHistory } from './download-history.ts';
import type { FetchContext } from './fetch-context.ts';
import { areSameBars, mergeBars, withoutDates } from './merge-bars.ts';
import { type CheckedDownload, checkDays } from './missing/check-days.ts';
import { nextRefreshAt, retryAfterMs } from './next-refresh.ts';
import { pendingCloseAfter } from './pending-close.ts';

/** A history counts as current for an hour after its fetch: a second user does not wait for a second download. */
const freshForMs = 60 * 60 * 1000;

/** Storing is retried if the bars changed. Callers hold `withStockLock`, so that happens only if the lock was lost. */
const maxStoreAttempts = 3;

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
    await storeHistory(ctx, stock.id, downloaded, facts);
  } catch (error) {
    await storeFailure(ctx, stock, error);
    throw error;
  }
  return stockRepository.reload(ctx.em, stock);
}

/** Stores the error and the time of the next refresh in the stock's row. */
async function storeFailure(
  { database, clock, log, signal }: FetchContext,
  stock: Stock,
  error: unknown,
): Promise<void> {
  const isTimedOut = signal.aborted && isTimeout(signal.reason);
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

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** The facts from the history; if the sector of a company is missing, those of a look-up, which has more fields. */
async function findFacts(
  { marketData, log, signal, userId }: FetchContext,
  stock: Stock,
  { instrument, source }: History,
): Promise<Instrument> {
  const isCompany = (stock.type ?? instrument.type) === 'equity';
  const lacksSector = isCompany && stock.sector === null && instrument.sector === null;
  // A stock without a fetch has just been looked up. Keyed sources have no sectors, and each call counts.
  if (!lacksSector || stock.lastFetchedAt === null || isKeyedSource(source)) return instrument;
  try {
    return await marketData.lookup(stock.symbol, { signal, requester: userId });
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    log.warn({ symbol: stock.symbol, reason: error.message }, 'failed to look up the sector of a stock');
    return instrument;
  }
}

/** Fills in missing facts and keeps known ones. A name that equals the symbol counts as missing. */
function fillFacts(stock: Stock, facts: Instrument): void {
  if (stock.name === stock.symbol) stock.name = facts.name;
  stock.isin ??= facts.isin;
  stock.exchange ??= facts.exchange;
  stock.sector ??= facts.sector;
  stock.industry ??= facts.industry;
  stock.currency ??= facts.currency;
  stock.type ??= facts.type;
  stock.timezone ??= facts.timezone;
}

/**
 * Stores the bars, splits, dividends, their summary in the stock's row and the recalculated indicators in one transaction. Indicators are
 * calculated before it begins, so that the stock is locked only while rows are written.
 */
async function storeHistory(
  ctx: FetchContext,
  stockId: number,
  download: CheckedDownload,
  facts: Instrument,
): Promise<void> {
  const { em, log } = ctx;
  const { rejectedDates, rejectionNotes } = download.history;
  if (rejectedDates.length > 0) {
    log.warn({ stockId, rejectedBars: rejectedDates.length, rejectionNotes }, 'rejected invalid bars');
  }
  for (let attempt = 0; attempt < maxStoreAttempts; attempt += 1) {
    // Read the revision before the bars: `writeHistory` detects a change between the two.
    const { barsRevision } = await stockRepository.reload(em.fork(), { id: stockId });
    const indicators = recalculation(stockId, log);
    await indicators.prepare(em, (stored) => {
      const bars = download.isWhole
        ? download.history.bars
        : mergeBars(withoutDates(stored, download.holidayDates), download.history.bars);
      return areSameBars(stored, bars) ? null : bars;
    });
    if (await writeHistory(ctx, { id: stockId, barsRevision }, download, facts, indicators)) return;
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Another refresh of the stock stored its prices meanwhile');
}

/** @returns false, without writing, if `barsRevision` has changed */
async function writeHistory(
  { em, clock, log }: FetchContext,
  { id, barsRevision }: Pick<Stock, 'id' | 'barsRevision'>,
  download: CheckedDownload,
  facts: Instrument,
  indicators: Recalculation,
): Promise<boolean> {
  const now = clock();
  const { history, isWhole, isFullRead, holidayDates, missingBars, rejectedBars } = download;
  const { bars, source, lastMinute } = history;
  return em.fork().transactional(async (tx) => {
    // Lock the row first: a simultaneous calculation sees either all old bars or all new ones.
    const stock = await stockRepository.lockForUpdate(tx, id);
    if (stock.barsRevision !== barsRevision) return false;
    const deleted = isWhole
      ? await priceBarRepository.deleteOthers(tx, id, bars.date)
      : await priceBarRepository.deleteDates(tx, id, holidayDates);
    const changed = deleted + (await priceBarRepository.store(tx, id, bars));
    const changedActions = await storeActions(tx, id, download);
    fillFacts(stock, facts);
    Object.assign(stock, pendingCloseAfter(stock, { history, isWhole }, now));
    if (stock.dataSource !== null && stock.dataSource !== source) {
      stock.previousDataSource = stock.dataSource;
      stock.dataSourceSince = now;
      log.info(
        { stockId: id, source, previousSource: stock.dataSource },
        'replaced the history by another source',
      );
    }
    stock.dataSource = source;
    stock.missingBars = missingBars;
    stock.rejectedBars = rejectedBars;
    if (isFullRead) stock.fullyReadAt = now;
    stock.isActive = true;
    stock.lastFetchedAt = now;
    stock.lastError = null;
    stock.refreshDueAt = nextRefreshAt(
      stock.symbol,
      stock.timezone,
      now,
      lastMinute,
      stock.pendingCloseSince,
    );
    if (changed > 0) {
      Object.assign(stock, await priceBarRepository.summarize(tx, id));
      await indicators.write(tx, now);
    }
    // Dividends change the adjusted bars.
    if (changed + changedActions > 0) stock.barsRevision += 1;
    return true;
  });
}

/** @returns the number of new, changed and deleted splits and dividends */
async function storeActions(
  tx: EntityManager,
  stockId: number,
  { history, from }: CheckedDownload,
): Promise<number> {
  const splits = history.splits.map(({ date, ...split }) => ({ ...split, exDate: date }));
  const dividends = history.dividends.map(({ date, ...dividend }) => ({ ...dividend, exDate: date }));
  return (
    (await stockActionRepository.replaceSplits(tx, stockId, from, splits)) +
    (await stockActionRepository.replaceDividends(tx, stockId, from, dividends))
  );
}
