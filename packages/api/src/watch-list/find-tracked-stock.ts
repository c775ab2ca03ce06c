import { userStockRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** The caller's link to a stock, with the stock. One they do not track is answered like one nobody knows. */
export async function findTrackedStock({ em, user }: UserContext, symbol: string) {
  const link = await userStockRepository.findBySymbol(em, user.id, symbol);
  if (!link) throw notFound('Stock');
  return link;
}
