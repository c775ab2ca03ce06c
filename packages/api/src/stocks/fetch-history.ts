import { barRepository, LockMode, Stock } from '@stockbook/db';
import { type History, type Instrument, MarketDataError } from '@stockbook/market-data';
import { toAppError } from '../errors.ts';
import { recalculateIndicators } from '../indicators/recalculate-indicators.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { nextRefreshAt, retryAfterMs } from './next-refresh.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** So many days before the last stored bar are read again, to notice that the past was restated. */
const overlapDays = 10;

/** A history that was fetched so lately is current: a second user does not wait for a second download. */
const currentForMs = 60 * 60 * 1000;

/** Two closes nearer than this, relatively, differ by rounding only. */
const roundingTolerance = 1e-4;

/**
 * Yahoo takes back a day that never was (a holiday's) now and then: of each thousand stored days, begun thousands
 * counted, so many may be missing from a restated history. An answer with a hole in it misses more.
 */
const takenBackPerThousand = 1;

const tookTooLong = 'It took too long: the provider of market data did not answer in time';

/** What fetching needs of a task; a refresh of the program's own accord is none, and has no user. */
export type FetchContext = Pick<
  TaskContext,
  'em' | 'database' | 'marketData' | 'clock' | 'log' | 'signal' | 'report'
>;

interface Download {
  readonly history: History;
  /** Whether the stored history gives way to it, or only grows by it. */
  readonly isWhole: boolean;
  /** How many days are left out of what is stored afterwards. */
  readonly leftOutBars: number;
}

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
    const downloaded = await download(ctx, stock);
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
    lastError: isTooLate ? tookTooLong : toAppError(error).message,
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

/** The new bars with an overlap, or the whole history where there is none yet or the old one no longer holds. */
async function download(ctx: FetchContext, stock: Stock): Promise<Download> {
  const { em, marketData, signal } = ctx;
  const { symbol, dataEndDate } = stock;
  if (marketData.readsFiles || dataEndDate === null) return downloadWhole(ctx, stock);
  const from = new Date(Date.parse(dataEndDate) - overlapDays * dayMs).toISOString().slice(0, 10);
  const update = await marketData.history(symbol, { from, signal });
  refuseMadeUpBars(stock, update);
  const stored = await barRepository.listDaily(em, stock.id, { from });
  if (isRestated(stock, stored, update)) {
    const whole = await downloadWhole(ctx, stock);
    if (whole.history.source === stock.dataSource) {
      refuseLosses(symbol, (await barRepository.readColumns(em, stock.id)).date, whole.history);
    }
    return whole;
  }
  // The overlap's were counted before, unless they have come after all.
  const isStored = new Set(stored.map(({ date }) => date));
  const mended = update.bars.date.filter((date) => date < dataEndDate && !isStored.has(date));
  const leftOut = update.leftOutDates.filter((date) => date > dataEndDate);
  const leftOutBars = Math.max(0, stock.leftOutBars - mended.length) + leftOut.length;
  return { history: update, isWhole: false, leftOutBars };
}

async function downloadWhole({ marketData, signal }: FetchContext, stock: Stock): Promise<Download> {
  const history = await marketData.history(stock.symbol, { signal });
  refuseMadeUpBars(stock, history);
  if (history.bars.date.length > 0) {
    return { history, isWhole: true, leftOutBars: history.leftOutDates.length };
  }
  throw new MarketDataError('bad_data', `No price history was found for "${stock.symbol}"`);
}

/** Real bars never give way to simulated ones: where only those are to be had, the refresh has failed. */
function refuseMadeUpBars({ dataSource }: Stock, { source }: History): void {
  if (source === 'simulated' && dataSource !== null && dataSource !== 'simulated') {
    throw new MarketDataError(
      'unavailable',
      'Only simulated prices are to be had at present, and those never replace real ones',
    );
  }
}

/** A restated history takes the place of the `stored` days only where it has them, to the last one. */
function refuseLosses(symbol: string, stored: readonly string[], { bars, leftOutDates }: History): void {
  const isSent = new Set(bars.date);
  const isLeftOut = new Set(leftOutDates);
  const missing = stored.filter((date) => !isSent.has(date));
  const mostMissing = Math.ceil(stored.length / 1000) * takenBackPerThousand;
  const isCutOff = (bars.date.at(-1) ?? '') < (stored.at(-1) ?? '');
  // A day that came with broken prices was not taken back: its prices are wanted still.
  if (isCutOff || missing.length > mostMissing || missing.some((date) => isLeftOut.has(date))) {
    throw new MarketDataError(
      'bad_data',
      `The history that came for "${symbol}" lacks ${missing.length.toLocaleString('en-US')} of the ${stored.length.toLocaleString('en-US')} days that are kept`,
    );
  }
}

/** Whether the overlap tells that bars stored earlier no longer are what the provider would send today. */
function isRestated(
  stock: Stock,
  stored: readonly { date: string; close: number }[],
  { bars, splits, source }: History,
): boolean {
  if (source !== stock.dataSource || splits.length > 0) return true;
  const closeOf = new Map(stored.map(({ date, close }) => [date, close]));
  // The last stored day may have been corrected since: it may move without a restatement.
  closeOf.delete(stock.dataEndDate ?? '');
  return bars.date.some((date, index) => {
    const before = closeOf.get(date);
    const after = bars.close[index];
    if (before === undefined || after === undefined) return false;
    return Math.abs(after - before) > roundingTolerance * Math.max(Math.abs(before), Math.abs(after));
  });
}

/** The facts that came with a history; of a company whose sector is not known yet those of a look-up, which tells more. */
async function factsOf(
  { marketData, log, signal }: FetchContext,
  stock: Stock,
  { instrument }: History,
): Promise<Instrument> {
  const isCompany = (stock.type ?? instrument.type) === 'equity';
  const lacksSector = isCompany && stock.sector === null && instrument.sector === null;
  // Before the first fetch it was looked up.
  if (!lacksSector || stock.lastFetchedAt === null) return instrument;
  try {
    return await marketData.lookup(stock.symbol, { signal });
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

/** Bars, what the stock's row keeps of them, and the indicators made of them change in one transaction. */
async function storeHistory(
  { em, clock, log }: FetchContext,
  stockId: number,
  { history, isWhole, leftOutBars }: Download,
  facts: Instrument,
): Promise<void> {
  const now = clock();
  const { bars, source, leftOutDates, leftOutNotes, lastMinute } = history;
  if (leftOutDates.length > 0) {
    log.warn({ stockId, leftOutBars: leftOutDates.length, leftOutNotes }, 'bars were left out');
  }
  await em.fork().transactional(async (tx) => {
    // The row is locked first: a calculation that runs meanwhile sees the old bars whole or the new ones.
    const stock = await tx.findOneOrFail(Stock, { id: stockId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const gone = isWhole ? await barRepository.deleteOthers(tx, stockId, bars.date) : 0;
    const changed = gone + (await barRepository.store(tx, stockId, bars));
    fillFacts(stock, facts);
    stock.dataSource = source;
    stock.leftOutBars = leftOutBars;
    stock.isActive = true;
    stock.lastFetchedAt = now;
    stock.lastError = null;
    stock.refreshDueAt = nextRefreshAt(stock.symbol, stock.timezone, now, lastMinute);
    if (changed > 0) {
      Object.assign(stock, await barRepository.summarize(tx, stockId));
      stock.barsRevision += 1;
      await recalculateIndicators(tx, stockId, now, log);
    }
  });
}
