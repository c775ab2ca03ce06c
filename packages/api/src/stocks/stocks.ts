import {
  type EntityManager,
  instrumentRepository,
  isOwn,
  stockRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { spendNewSymbol, spendSearch } from '../quotas/provider-budget.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import type { StockTask, taskInput } from '../tasks/schemas.ts';
import { readTask, requestTask } from '../tasks/tasks.ts';
import { assertStockQuota } from '../watch-list/assert-quotas.ts';
import type { stockInput } from '../watch-list/schemas.ts';
import { presentStock } from '../watch-list/watch-list.ts';
import { ensureStock } from './ensure-stock.ts';
import type {
  addStockInput,
  addStockOutput,
  SearchMatch,
  searchInput,
  searchOutput,
  stockInfo,
} from './schemas.ts';

/**
 * Requests a task that adds a stock to the caller's watch list; returns no task if the stock is already there.
 * @throws AppError CONFLICT if a quota is exceeded, TOO_MANY_REQUESTS after too many new symbols
 */
export async function addStock(
  ctx: UserContext,
  { symbol, isin = null }: z.output<typeof addStockInput>,
): Promise<z.infer<typeof addStockOutput>> {
  if (isOwn(symbol)) return trackInstrument(ctx, symbol);
  try {
    await assertNotTracked(ctx.em, ctx.user.id, symbol);
    return { data: { task_id: await requestAdd(ctx, symbol, isin), symbol }, message: `Adding ${symbol}` };
  } catch (error) {
    if (error instanceof AlreadyTracked) return { message: error.message };
    throw error;
  }
}

/**
 * Puts an own instrument of the caller on the watch list.
 * @throws AppError NOT_FOUND, CONFLICT if the watch list is full
 */
async function trackInstrument(
  { em, user, services: { clock, quotas } }: UserContext,
  symbol: string,
): Promise<z.infer<typeof addStockOutput>> {
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const stock = await stockRepository.findBySymbol(tx, symbol, user.id);
    if (!stock) throw notFound('Stock');
    if (await userStockRepository.isTracked(tx, user.id, stock.id)) {
      return { message: `${symbol} is already on your watch list` };
    }
    await assertStockQuota(tx, user.id, quotas);
    await userStockRepository.link(tx, user.id, stock.id, clock());
    return { message: `${symbol} was added to your watch list` };
  });
}

/** Not an error of the caller: the request has nothing to do. */
class AlreadyTracked extends Error {
  override readonly name = 'AlreadyTracked';
}

/** @throws AlreadyTracked */
async function assertNotTracked(em: EntityManager, userId: string, symbol: string): Promise<void> {
  const link = await userStockRepository.findBySymbolOrIsin(em, userId, symbol);
  if (link) throw new AlreadyTracked(`${link.stock.symbol} is already on your watch list`);
}

function requestAdd(ctx: UserContext, symbol: string, isin: string | null): Promise<string> {
  return requestTask(ctx, {
    kind: 'add-stock',
    subject: symbol,
    payload: { symbolOrIsin: symbol, isin },
    message: 'Adding stock...',
    async assertAllowed(tx) {
      // The task of an equal request may have ended while this one waited for the user's lock.
      await assertNotTracked(tx, ctx.user.id, symbol);
      await assertStockQuota(tx, ctx.user.id, ctx.services.quotas);
      const stock = await stockRepository.findBySymbolOrIsin(tx, symbol, ctx.user.id);
      if (!stock?.lastFetchedAt) await spendNewSymbol(tx, ctx);
    },
  });
}

/** Job handler: confirms the symbol, links the stock to the user and fetches its history. */
export const addStockTask: TaskBody<'add-stock'> = async (ctx, { symbolOrIsin, isin }) => {
  const { stock, otherListings, isIsinRejected } = await ensureStock(ctx, symbolOrIsin, isin);
  const otherListingsNote = otherListings.length > 0 ? ` Other listings: ${otherListings.join(', ')}.` : '';
  const isinNote = isIsinRejected ? ` The ISIN ${isin} was not kept: it does not name ${stock.symbol}.` : '';
  return {
    message: `${stock.symbol} was added to your watch list.${otherListingsNote}${isinNote}`,
    result: { symbol: stock.symbol, rows: stock.barCount },
  };
};

const maxMatches = 10;

/**
 * Searches the provider for stocks that the add form suggests.
 * @throws AppError TOO_MANY_REQUESTS, MarketDataError
 */
export async function searchStocks(
  ctx: UserContext,
  { q }: z.output<typeof searchInput>,
): Promise<z.infer<typeof searchOutput>> {
  const query = q.trim();
  if (query === '') return { results: [] };
  if (isOwn(query)) return { results: await searchInstruments(ctx, query.toUpperCase()) };
  await spendSearch(ctx);
  return { results: await ctx.services.marketData.search(query, maxMatches, { requester: ctx.user.id }) };
}

/** The own instruments of the caller whose symbols begin with a text, which no source gets. */
async function searchInstruments({ em, user }: UserContext, text: string): Promise<SearchMatch[]> {
  const [instruments] = await instrumentRepository.listOfUser(em, user.id);
  return instruments
    .filter(({ symbol }) => symbol.startsWith(text))
    .slice(0, maxMatches)
    .map(({ symbol, name, isin, type }) => ({ symbol, name, exchange: 'Own', isin, type }));
}

/**
 * Returns the facts of any stored stock, tracked by the caller or not.
 * @throws AppError NOT_FOUND
 */
export async function getStockInfo(
  { em, user }: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<z.infer<typeof stockInfo>> {
  const stock = await stockRepository.findBySymbol(em, symbol, user.id);
  if (!stock) throw notFound('Stock');
  return { stock: { ...presentStock(stock), pricing: stock.pricing, quoted_in: stock.quotedIn } };
}

/**
 * Returns the state of a task of the caller that adds or refreshes a stock.
 * @throws AppError NOT_FOUND
 */
export async function getStockTask(ctx: UserContext, input: z.output<typeof taskInput>): Promise<StockTask> {
  const task = await readTask(ctx, input, ['add-stock', 'refresh-stock'], (stored) => ({
    symbol: String(stored.symbol),
    rows: Number(stored.rows),
  }));
  const { task_id, status, message, progress, error } = task;
  const running = { status: message, current: progress?.current ?? 0, total: progress?.total ?? 0 };
  const ended = error === null ? task.result && { status: message, ...task.result } : { error };
  return { task_id, status, message, result: status === 'PROGRESS' ? running : ended };
}
