import { type TrackedStock, userStockRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Finds a stock on the caller's watch list.
 * @throws AppError NOT_FOUND, the same for an unknown stock and for one that the caller does not track
 */
export async function findTrackedStock(
  { user, services: { watchLists } }: UserContext,
  symbol: string,
): Promise<TrackedStock> {
  const stock = await watchLists.findStock(user.id, symbol);
  if (!stock) throw notFound('Stock');
  return stock;
}

/**
 * Finds the caller's link to a stock, with all of the stock loaded.
 * @throws AppError NOT_FOUND, like `findTrackedStock`
 */
export async function findLink({ em, user }: UserContext, symbol: string) {
  const link = await userStockRepository.findBySymbol(em, user.id, symbol);
  if (!link) throw notFound('Stock');
  return link;
}
