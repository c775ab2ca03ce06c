import { type EntityManager, type SignalScope, userStockRepository } from '@stockbook/db';
import { fieldError, notFound } from '../../errors.ts';

/**
 * Finds the stock that a rule of this scope and symbol watches.
 * @returns null for a rule over a list
 * @throws AppError BAD_REQUEST if the two do not fit, NOT_FOUND if the user does not track the stock
 */
export async function findRuleStock(
  em: EntityManager,
  userId: string,
  scope: SignalScope,
  symbol: string | null,
): Promise<{ id: number; symbol: string } | null> {
  if (scope !== 'stock') {
    if (symbol !== null) throw fieldError('symbol', 'A rule over a list has no symbol');
    return null;
  }
  if (symbol === null) throw fieldError('symbol', 'A rule of one stock needs its symbol');
  const link = await userStockRepository.findBySymbol(em, userId, symbol);
  if (!link) throw notFound('Stock');
  return link.stock;
}
