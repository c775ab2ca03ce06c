import {
  type EntityManager,
  type SignalRuleKey,
  type SignalScope,
  type Stock,
  signalRuleRepository,
  userStockRepository,
} from '@stockbook/db';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { findList } from '../../watch-list/find-list.ts';
import { maxSignalRules } from './schemas.ts';

/** The target of a rule, as the API names it. */
interface NamedScope {
  readonly scope: SignalScope;
  readonly symbol: string | null;
  readonly list_id: string | null;
}

/** The stock or the list that a rule watches; neither for the scopes without one. */
interface RuleTarget {
  readonly stock: Pick<Stock, 'id' | 'symbol' | 'dataSource'> | null;
  readonly listId: string | null;
}

/**
 * Finds the stock or the list that a rule watches.
 * @throws AppError BAD_REQUEST if scope, symbol and list do not fit, NOT_FOUND if the user does not track the stock or
 *   has no such list
 */
export async function findRuleTarget(
  em: EntityManager,
  userId: string,
  { symbol, ...named }: NamedScope,
): Promise<RuleTarget> {
  const listId = await findListOfScope(em, userId, named);
  if (named.scope !== 'stock') {
    if (symbol !== null) throw fieldError('symbol', 'A rule over a list has no symbol');
    return { stock: null, listId };
  }
  if (symbol === null) throw fieldError('symbol', 'A rule of one stock needs its symbol');
  const link = await userStockRepository.findBySymbol(em, userId, symbol);
  if (!link) throw notFound('Stock');
  return { stock: link.stock, listId };
}

/**
 * Finds the list of a scope.
 * @returns null for another scope than `list`
 * @throws AppError BAD_REQUEST if scope and list do not fit, NOT_FOUND if the user has no such list
 */
export async function findListOfScope(
  em: EntityManager,
  userId: string,
  { scope, list_id: listId }: Pick<NamedScope, 'scope' | 'list_id'>,
): Promise<string | null> {
  if (scope !== 'list') {
    if (listId !== null) throw fieldError('list_id', 'Only the scope list has a list_id');
    return null;
  }
  if (listId === null) throw fieldError('list_id', 'The scope list needs a list_id');
  return (await findList(em, userId, listId)).id;
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
