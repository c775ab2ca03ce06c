import {
  type EntityManager,
  type StockListContent,
  type StockListRow,
  stockListRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { findList } from '../watch-list/find-list.ts';
import type {
  addListStocksInput,
  ListSummary,
  listStockInput,
  StockList,
  setListStocksInput,
} from './schemas.ts';

/**
 * Replaces the stocks of a list of the caller and their order. Stocks that the sender did not know stay, at the end.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a stock is not tracked, CONFLICT if there are too many
 */
export function setListStocks(
  ctx: UserContext,
  { listId, symbols, known }: z.output<typeof setListStocksInput>,
): Promise<StockList> {
  return changeContent(ctx, listId, async (tx, list) => {
    const stockIds = await readSymbols(tx, ctx.user.id, symbols);
    const unknown = known ? list.symbols.filter((symbol) => !known.includes(symbol)) : [];
    const kept = await stockListRepository.findTracked(tx, ctx.user.id, unknown);
    const content = new Set([...stockIds, ...unknown.flatMap((symbol) => kept.get(symbol) ?? [])]);
    assertListQuota(content.size, list.size, ctx.services.quotas);
    return stockListRepository.setContent(tx, ctx.user.id, list.id, [...content]);
  });
}

/**
 * Adds stocks to the end of a list of the caller; those that are on it stay where they are.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a stock is not tracked, CONFLICT if there are too many
 */
export function addListStocks(
  ctx: UserContext,
  { listId, symbols }: z.output<typeof addListStocksInput>,
): Promise<StockList> {
  return changeContent(ctx, listId, async (tx, list) => {
    const stockIds = await readSymbols(tx, ctx.user.id, symbols);
    return addStocks(tx, ctx.user.id, list, stockIds, ctx.services.quotas);
  });
}

/**
 * Removes a stock from a list of the caller; it stays tracked. One that is not on the list changes nothing.
 * @throws AppError NOT_FOUND
 */
export function removeListStock(
  ctx: UserContext,
  { listId, symbol }: z.output<typeof listStockInput>,
): Promise<StockList> {
  return changeContent(ctx, listId, (tx, list) => stockListRepository.removeStock(tx, list.id, symbol));
}

/** Changes the content of a list in turn with all other changes of the caller's lists. */
function changeContent(
  { em, user, services: { clock } }: UserContext,
  listId: string,
  change: (tx: EntityManager, list: StockListContent) => Promise<boolean>,
): Promise<StockList> {
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const list = await findList(tx, user.id, listId);
    if (!(await change(tx, list))) return presentList(list);
    await stockListRepository.change(tx, list.id, {}, clock());
    return presentList(await findList(tx, user.id, list.id));
  });
}

/**
 * Finds the stocks of symbols, each once, in their order.
 * @throws AppError BAD_REQUEST that names each symbol which the user does not track
 */
export async function readSymbols(
  tx: EntityManager,
  userId: string,
  symbols: readonly string[],
): Promise<number[]> {
  const tracked = await stockListRepository.findTracked(tx, userId, symbols);
  const details = symbols.flatMap((symbol, index) =>
    tracked.has(symbol)
      ? []
      : [{ field: `symbols[${index}]`, message: `${symbol || 'An empty text'} is not on your watch list` }],
  );
  const [first] = details;
  if (first) throw new AppError('BAD_REQUEST', first.message, { details });
  return [...new Set(symbols.flatMap((symbol) => tracked.get(symbol) ?? []))];
}

/**
 * Adds stocks to the end of a list whose user's row `tx` has locked.
 * @returns whether one of them was not on the list
 * @throws AppError CONFLICT if there are too many
 */
export async function addStocks(
  tx: EntityManager,
  userId: string,
  { id, size }: Pick<StockListRow, 'id' | 'size'>,
  stockIds: readonly number[],
  quotas: Quotas,
): Promise<boolean> {
  const added = await stockListRepository.append(tx, userId, id, stockIds);
  assertListQuota(size + added, size, quotas);
  return added > 0;
}

/** A list that has too many since the maximum was lowered may shrink. @throws AppError CONFLICT */
export function assertListQuota(size: number, previousSize: number, { stocksPerList }: Quotas): void {
  if (size <= stocksPerList || size <= previousSize) return;
  const maximum = stocksPerList.toLocaleString('en-US');
  throw new AppError('CONFLICT', `This list has ${maximum} stocks, the maximum`, { isQuota: true });
}

/** Maps a list to its API shape. */
export function presentSummary(list: StockListRow): ListSummary {
  return {
    id: list.id,
    name: list.name,
    color: list.color,
    position: list.position,
    size: list.size,
    created_at: list.createdAt.toISOString(),
    updated_at: list.updatedAt.toISOString(),
  };
}

/** Maps a list with its stocks to its API shape. */
export function presentList(list: StockListContent): StockList {
  return { ...presentSummary(list), symbols: list.symbols };
}
