import {
  type BarColumns,
  barSummaryRepository,
  type EntityManager,
  packedClosesRepository,
  priceBarRepository,
  type Stock,
  sliceColumns,
  stockActionRepository,
  stockRepository,
} from '@stockbook/db';
import type { Instrument } from '@stockbook/market-data';
import type { BarsListener, Written } from '../bars-listener.ts';
import { AppError } from '../errors.ts';
import { inPortions } from '../streaming/portions.ts';
import { barsListeners } from './bars-listeners.ts';
import type { FetchContext, FoundFacts } from './fetch-context.ts';
import { MergedBars } from './merged-bars.ts';
import type { CheckedDownload } from './missing/check-days.ts';
import { nextRefreshAt } from './next-refresh.ts';
import { pendingCloseAfter } from './pending-close.ts';

/**
 * Storing is retried if the bars changed, which happens only if a caller lost its `withStockLock`, and if a rule
 * changed.
 */
const maxStoreAttempts = 3;

/** Further parts of the transaction that stores a history. */
export interface Together {
  /** Runs before the stock is locked. */
  begin?(tx: EntityManager): Promise<void>;
  /** Runs with the stock locked, before the bars are stored. */
  change?(tx: EntityManager, stock: Stock): Promise<void>;
}

/**
 * Stores the bars, splits, dividends, their summary in the stock's row, and what listens to them in one transaction.
 * The listeners calculate before it begins, so that the stock is locked only while rows are written.
 * @param found the stock as it was before the download
 * @param together what else belongs to the transaction
 * @returns the stock as it is stored
 */
export async function storeHistory(
  ctx: FetchContext,
  found: Stock,
  download: CheckedDownload,
  facts: FoundFacts,
  together: Together = {},
): Promise<Stock> {
  const { em, services } = ctx;
  const stockId = found.id;
  const { rejectedDates, rejectionNotes } = download.history;
  if (rejectedDates.length > 0) {
    services.log.warn(
      { stockId, rejectedBars: rejectedDates.length, rejectionNotes },
      'rejected invalid bars',
    );
  }
  // Its revision was read before the bars are: `writeHistory` detects a change between the two.
  let before = found;
  let stored: Stock | null = null;
  for (let attempt = 0; attempt < maxStoreAttempts; attempt += 1) {
    if (attempt > 0) before = await stockRepository.reload(forkOf(em), found);
    const bars = new MergedBars(em, before, download);
    const listeners = barsListeners.map((createListener) => createListener(bars, services));
    for (const listener of listeners) await listener.prepare(em);
    const written = await writeHistory(ctx, before, download, facts, listeners, together);
    if (written === null) continue;
    stored = written.stock;
    if (written.isComplete) return stored;
  }
  // Rules that keep changing are evaluated with the next refresh.
  if (stored) return stored;
  throw new AppError('SERVICE_UNAVAILABLE', 'Another refresh of the stock stored its prices meanwhile');
}

/**
 * @returns null, without writing, if `barsRevision` has changed; `isComplete` is false if a listener has to prepare
 *   again
 */
async function writeHistory(
  { em, services: { clock, log, observer } }: FetchContext,
  { id, barsRevision }: Pick<Stock, 'id' | 'barsRevision'>,
  download: CheckedDownload,
  facts: FoundFacts,
  listeners: readonly BarsListener[],
  together: Together,
): Promise<{ stock: Stock; isComplete: boolean } | null> {
  const now = clock();
  const { history, isWhole, isFullRead, missingBars, rejectedBars } = download;
  const { source, lastMinute, opens = null } = history;
  const written = await forkOf(em).transactional(async (tx) => {
    await together.begin?.(tx);
    // Lock the row first: a simultaneous calculation sees either all old bars or all new ones.
    const stock = await stockRepository.lockForUpdate(tx, id);
    if (stock.barsRevision !== barsRevision) return null;
    await together.change?.(tx, stock);
    const changed = await storeBars(tx, stock, download);
    const changedActions = await storeActions(tx, id, download);
    fillFacts(stock, facts.instrument);
    // A user may have corrected the currency in the file.
    if (source === 'csv') stock.currency = history.instrument.currency ?? stock.currency;
    if (facts.isSectorLookedUp) stock.sectorLookedUpAt = now;
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
    stock.opens = opens;
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
      Object.assign(stock, await barSummaryRepository.summarize(tx, id));
      await packedClosesRepository.repack(tx, id, firstChangeOf(download));
    }
    // Dividends change the adjusted bars.
    if (changed + changedActions > 0) stock.barsRevision += 1;
    const results: Written[] = [];
    for (const listener of listeners) {
      results.push(await listener.write(tx, { stock, haveChanged: changed > 0, now }));
    }
    return { stock, results };
  });
  if (!written) return null;
  const { stock, results } = written;
  observer.signals(results.reduce((sum, { signalCount }) => sum + signalCount, 0));
  return { stock, isComplete: results.every(({ isComplete }) => isComplete) };
}

/** An entity manager without entities, in the transaction of a request that repeats an idempotency key. */
function forkOf(em: EntityManager): EntityManager {
  return em.fork({ keepTransactionContext: true });
}

/** @returns the number of new, changed and deleted bars */
async function storeBars(
  tx: EntityManager,
  { id, barCount }: Stock,
  { history: { bars }, isWhole, isDifference, holidayDates }: CheckedDownload,
): Promise<number> {
  if (isDifference) return storeDifference(tx, id, bars, holidayDates);
  if (barCount === 0 && !(await priceBarRepository.hasAny(tx, id))) {
    return priceBarRepository.insert(tx, id, bars);
  }
  const deleted = isWhole
    ? await priceBarRepository.deleteOthers(tx, id, bars.date)
    : await priceBarRepository.deleteDates(tx, id, holidayDates);
  return deleted + (await priceBarRepository.store(tx, id, bars));
}

/** A few milliseconds of the database's time. */
const rowsOfPortion = 1_000;

/** Deletes the bars of `removedDates`, and stores `bars`, each of which is new or changed. */
async function storeDifference(
  tx: EntityManager,
  stockId: number,
  bars: BarColumns,
  removedDates: readonly string[],
): Promise<number> {
  await inPortions(removedDates.length, rowsOfPortion, (from, to) =>
    priceBarRepository.deleteDates(tx, stockId, removedDates.slice(from, to)),
  );
  await inPortions(bars.date.length, rowsOfPortion, async (from, to) => {
    const portion = sliceColumns(bars, from, to);
    // Replacing rows takes two thirds of the time of updating them.
    await priceBarRepository.deleteDates(tx, stockId, portion.date);
    await priceBarRepository.insert(tx, stockId, portion);
  });
  return removedDates.length + bars.date.length;
}

/** The first day whose bar may have changed; null for a whole history. */
function firstChangeOf({ history: { bars }, isWhole, holidayDates }: CheckedDownload): string | null {
  const [first = null] = [...bars.date.slice(0, 1), ...holidayDates.slice(0, 1)].sort();
  return isWhole ? null : first;
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
