import { LockMode, priceBarRepository, Stock } from '@stockbook/db';
import { type History, type Instrument, MarketDataError } from '@stockbook/market-data';
import { AppError, timeoutError, toAppError } from '../errors.ts';
import { type Recalculation, recalculation } from '../indicators/recalculate-indicators.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { type Download, downloadHistory } from './download-history.ts';
import { areSameBars, mergeBars } from './merge-bars.ts';
import { nextRefreshAt, retryAfterMs } from './next-refresh.ts';
import { pendingCloseAfter } from './pending-close.ts';

/** A history that was fetched so lately is current: a second user does not wait for a second download. */
const currentForMs = 60 * 60 * 1000;

/** A refresh holds the stock's own lock (`withStockLock`): the bars change meanwhile only if that was lost. */
const maxStoreTries = 3;

/** What fetching needs of a task; a scheduled refresh is none, and has no user who waits for the provider. */
export type FetchContext = Pick<
  TaskContext,
  'em' | 'database' | 'marketData' | 'clock' | 'log' | 'signal' | 'report'
> &
  Partial<Pick<TaskContext, 'userId'>>;

/** Whether the last fetch succeeded, and either was lately or will have news only when the next refresh is due. */
export function isHistoryCurrent(
  { barCount, lastError, lastFetchedAt, refreshDueAt }: Stock,
  now: Date,
): boolean {
  if (barCount === 0 || lastError !== null || lastFetchedAt === null) return false;
  return refreshDueAt > now || now.getTime() - lastFetchedAt.getTime() < currentForMs;
}

/**
 * Makes a stock's history current. Only what is new is asked for, with some days of overlap; where the overlap
 * shows that the past was restated (a split, another source), the whole history is fetched and replaced in one
 * transaction. A user's file is always taken up whole. A failure changes no bar; the stock keeps the reason.
 * @returns the stock as it is afterwards
 * @throws MarketDataError, or whatever kept the history from being stored
 */
export async function fetchHistory(ctx: FetchContext, stock: Stock): Promise<Stock> {
  await ctx.report({ message: 'Fetching historical data...', current: 1, total: 3 });
  try {
    const downloaded = await downloadHistory(ctx, stock);
    const facts = await factsOf(ctx, stock, downloaded.history);
    await ctx.report({
      message: `Storing ${downloaded.history.bars.date.length.toLocaleString('en-US')} bars...`,
      current: 2,
      total: 3,
    });
    await storeHistory(ctx, stock.id, downloaded, facts);
  } catch (error) {
    await noteFailure(ctx, stock, error);
    throw error;
  }
  return ctx.em.findOneOrFail(Stock, { id: stock.id }, { refresh: true });
}

/** A failure changes no bar: the stock keeps the reason, and when it is tried again. */
async function noteFailure(
  { database, clock, log, signal }: FetchContext,
  stock: Stock,
  error: unknown,
): Promise<void> {
  const isTooLate = signal.aborted && isTimeout(signal.reason);
  // A worker that is told to stop breaks off a fetch that has not failed: another worker takes it up.
  if (signal.aborted && !isTooLate) return;
  const now = clock();
  const failure = error instanceof MarketDataError ? error : null;
  const isUnknown = failure?.kind === 'not_found';
  const retryAt = failure?.retryAt ?? new Date(now.getTime() + retryAfterMs);
  const note = {
    lastError: (isTooLate ? timeoutError(error) : toAppError(error)).message,
    refreshDueAt: isUnknown ? nextRefreshAt(stock.symbol, stock.timezone, now) : retryAt,
    ...(isUnknown ? { isActive: false } : {}),
  };
  try {
    await database.fork().nativeUpdate(Stock, { id: stock.id }, note);
  } catch (err) {
    // What is to be told is why the fetch failed.
    log.warn({ err, stockId: stock.id }, 'a failed fetch could not be noted');
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** The facts that came with a history; of a company whose sector is not known yet those of a look-up, which tells more. */
async function factsOf(
  { marketData, log, signal, userId }: FetchContext,
  stock: Stock,
  { instrument }: History,
): Promise<Instrument> {
  const isCompany = (stock.type ?? instrument.type) === 'equity';
  const lacksSector = isCompany && stock.sector === null && instrument.sector === null;
  // Before the first fetch it was looked up.
  if (!lacksSector || stock.lastFetchedAt === null) return instrument;
  try {
    return await marketData.lookup(stock.symbol, { signal, requester: userId });
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    log.warn({ symbol: stock.symbol, reason: error.message }, 'the sector of a stock could not be looked up');
    return instrument;
  }
}

/** Fills in what was not known of a stock; what was stays. A name that is but the symbol is none. */
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
 * Bars, what the stock's row keeps of them, and the indicators made of them change in one transaction. Indicators are
 * calculated before it begins: the stock is locked only while rows are written.
 */
async function storeHistory(
  ctx: FetchContext,
  stockId: number,
  download: Download,
  facts: Instrument,
): Promise<void> {
  const { em, log } = ctx;
  const { rejectedDates, rejectionNotes } = download.history;
  if (rejectedDates.length > 0) {
    log.warn({ stockId, rejectedBars: rejectedDates.length, rejectionNotes }, 'bars were left out');
  }
  for (let tries = 0; tries < maxStoreTries; tries += 1) {
    // Read before the bars: newer ones than this revision's are noticed before anything is written.
    const { barsRevision } = await em.fork().findOneOrFail(Stock, { id: stockId });
    const indicators = recalculation(stockId, log);
    await indicators.prepare(em, (stored) => {
      const bars = download.isWhole ? download.history.bars : mergeBars(stored, download.history.bars);
      return areSameBars(stored, bars) ? null : bars;
    });
    if (await writeHistory(ctx, { id: stockId, barsRevision }, download, facts, indicators)) return;
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Another refresh of the stock stored its prices meanwhile');
}

/** @returns whether it was written: not if the bars have another revision by then */
async function writeHistory(
  { em, clock }: FetchContext,
  { id, barsRevision }: Pick<Stock, 'id' | 'barsRevision'>,
  { history, isWhole, rejectedBars }: Download,
  facts: Instrument,
  indicators: Recalculation,
): Promise<boolean> {
  const now = clock();
  const { bars, source, lastMinute } = history;
  return em.fork().transactional(async (tx) => {
    // The row is locked first: a calculation that runs meanwhile sees the old bars whole or the new ones.
    const stock = await tx.findOneOrFail(Stock, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (stock.barsRevision !== barsRevision) return false;
    const gone = isWhole ? await priceBarRepository.deleteOthers(tx, id, bars.date) : 0;
    const changed = gone + (await priceBarRepository.store(tx, id, bars));
    fillFacts(stock, facts);
    Object.assign(stock, pendingCloseAfter(stock, { history, isWhole }, now));
    stock.dataSource = source;
    stock.rejectedBars = rejectedBars;
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
      stock.barsRevision += 1;
      await indicators.write(tx, now);
    }
    return true;
  });
}
