import { stockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { presentStock } from '../watch-list/present-stock.ts';
import type { stockInput } from '../watch-list/schemas.ts';
import type { stockInfo } from './schemas.ts';

/**
 * Returns the facts of any stored stock, tracked by the caller or not.
 * @throws AppError NOT_FOUND
 */
export async function getStockInfo(
  { em }: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<z.infer<typeof stockInfo>> {
  const stock = await stockRepository.findBySymbol(em, symbol);
  if (!stock) throw notFound('Stock');
  return { stock: presentStock(stock) };
}
