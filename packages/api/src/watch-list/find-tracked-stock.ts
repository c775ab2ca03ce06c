import { userStockRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Finds the caller's link to a stock, with the stock loaded.
 * @throws AppError NOT_FOUND, the same for an unknown stock and for one that the caller does not track
 */
export async function findTrackedStock({ em, user }: UserContext, symbol: string) {
  const link = await userStockRepository.findBySymbol(em, user.id, symbol);
  if (!link) throw notFound('Stock');
  return link;
}
