import { type EntityManager, type SignalRuleKey, signalRuleRepository } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import { maxSignalRules } from './schemas.ts';

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
