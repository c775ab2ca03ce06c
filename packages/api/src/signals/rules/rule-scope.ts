import {
  type EntityManager,
  type SignalRuleKey,
  type SignalScope,
  signalRuleRepository,
  userStockRepository,
} from '@stockbook/db';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { maxSignalRules } from './schemas.ts';

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

/**
 * Rejects a rule that equals another one of the user. `tx` must have locked the user's row.
 * @param exceptId the rule itself, if it is changed
 * @throws AppError CONFLICT
 */
export async function assertNoEqualRule(
  tx: EntityManager,
  userId: string,
  key: SignalRuleKey,
  exceptId?: string,
): Promise<void> {
  if (await signalRuleRepository.hasEqual(tx, userId, key, exceptId)) {
    throw new AppError('CONFLICT', 'You already have this rule');
  }
}

/**
 * Rejects a further rule if the user has the maximum. `tx` must have locked the user's row.
 * @throws AppError BAD_REQUEST
 */
export async function assertRuleQuota(tx: EntityManager, userId: string): Promise<void> {
  if ((await signalRuleRepository.countOfUser(tx, userId)) < maxSignalRules) return;
  throw new AppError('BAD_REQUEST', `You have ${maxSignalRules} signal rules, the maximum. Delete one first`);
}
