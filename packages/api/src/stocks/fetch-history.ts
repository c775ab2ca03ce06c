import { barRepository, LockMode, Stock } from '@stockbook/db';
import { type History, MarketDataError } from '@stockbook/market-data';
import { recalculateIndicators } from '../indicators/recalculate-indicators.ts';
import type { TaskContext } from '../tasks/run-task.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** So many days before the last stored bar are read again, to notice that the past was restated. */
const overlapDays = 10;

/** A history that was fetched so lately is current: a second user does not wait for a second download. */
const currentForMs = 60 * 60 * 1000;

/** Two closes nearer than this, relatively, differ by rounding only. */
const roundingTolerance = 1e-4;

export function isHistoryCurrent(stock: Stock, now: Date): boolean {
  return (
    stock.barCount > 0 &&
    stock.lastError === null &&
    stock.lastFetchedAt !== null &&
    now.getTime() - stock.lastFetchedAt.getTime() < currentForMs
  );
}

/**
 * Makes a stock's history current. Only what is new is asked for, with some days of overlap; where the overlap
 * shows that the past was restated (a split, another source), the whole history is fetched and replaced in one
 * transaction. A failure changes no bar; the stock keeps the reason.
 * @returns the stock as it is afterwards
 * @throws MarketDataError
 */
export async function fetchHistory(ctx: TaskContext, stock: Stock): Promise<Stock> {
  const { em } = ctx;
  await ctx.report({ message: 'Fetching historical data...', current: 1, total: 3 });
  try {
    const { history, isWhole } = await download(ctx, stock);
    await ctx.report({
      message: `Storing ${history.bars.date.length.toLocaleString('en-US')} bars...`,
      current: 2,
      total: 3,
    });
    await storeHistory(ctx, stock.id, history, isWhole);
  } catch (error) {
    if (error instanceof MarketDataError) {
      await em
        .fork()
        .nativeUpdate(
          Stock,
          { id: stock.id },
          { lastError: error.message, ...(error.kind === 'not_found' ? { isActive: false } : {}) },
        );
    }
    throw error;
  }
  return em.findOneOrFail(Stock, { id: stock.id }, { refresh: true });
}

/** The new bars with an overlap, or the whole history where there is none yet or the old one no longer holds. */
async function download(
  { em, marketData, signal }: TaskContext,
  stock: Stock,
): Promise<{ history: History; isWhole: boolean }> {
  if (stock.dataEndDate !== null) {
    const from = new Date(Date.parse(stock.dataEndDate) - overlapDays * dayMs).toISOString().slice(0, 10);
    const history = await marketData.history(stock.symbol, { from, signal });
    const stored = await barRepository.listDaily(em, stock.id, { from });
    if (!isRestated(stock, stored, history)) return { history, isWhole: false };
  }
  const history = await marketData.history(stock.symbol, { signal });
  if (history.bars.date.length === 0) {
    throw new MarketDataError('bad_data', `No price history was found for "${stock.symbol}"`);
  }
  return { history, isWhole: true };
}

/** Whether the overlap tells that bars stored earlier no longer are what the provider would send today. */
function isRestated(
  stock: Stock,
  stored: readonly { date: string; close: number }[],
  { bars, splits, source }: History,
): boolean {
  if (source !== stock.dataSource || splits.length > 0) return true;
  const closeOf = new Map(stored.map(({ date, close }) => [date, close]));
  // The last stored day may have been unfinished when it was fetched: it may move without a restatement.
  closeOf.delete(stock.dataEndDate ?? '');
  const overlap = bars.date.flatMap((date, index) => {
    const before = closeOf.get(date);
    const after = bars.close[index];
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  return overlap.some(
    ({ before, after }) =>
      Math.abs(after - before) > roundingTolerance * Math.max(Math.abs(before), Math.abs(after)),
  );
}

/** Bars, what the stock's row keeps of them, and the indicators made of them change in one transaction. */
async function storeHistory(
  { em, clock }: TaskContext,
  stockId: number,
  { bars, source, leftOutBars }: History,
  isWhole: boolean,
): Promise<void> {
  const now = clock();
  await em.fork().transactional(async (tx) => {
    // The row is locked first: a calculation that runs meanwhile sees the old bars whole or the new ones.
    const stock = await tx.findOneOrFail(Stock, { id: stockId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (isWhole) await barRepository.deleteAll(tx, stockId);
    const changed = await barRepository.store(tx, stockId, bars);
    Object.assign(stock, changed > 0 || isWhole ? await barRepository.summarize(tx, stockId) : {});
    stock.dataSource = source;
    stock.leftOutBars = isWhole ? leftOutBars : stock.leftOutBars + leftOutBars;
    stock.isActive = true;
    stock.lastFetchedAt = now;
    stock.lastError = null;
    if (changed > 0 || isWhole) {
      stock.barsRevision += 1;
      await recalculateIndicators(tx, stockId, now);
    }
  });
}
