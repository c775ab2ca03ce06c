import { strategyRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { assertRuleBytes } from './assert-rule-bytes.ts';
import { findStrategy, lockStrategy } from './find-strategy.ts';
import { presentDetail } from './present-strategy.ts';
import { assertNoMistakes } from './read-rules.ts';
import type { StrategyDetail, updateStrategyInput } from './schemas.ts';

/**
 * Changes a strategy of the caller. New rules, and `is_active: true`, arm its signals again: bars that exist are history
 * for it.
 * @throws AppError NOT_FOUND, BAD_REQUEST if rules of the runnable format have mistakes, CONFLICT if a quota is used up
 */
export async function updateStrategy(
  { em, user, clock, quotas }: UserContext,
  { strategyId, name, description, rules, is_active: isActive }: z.output<typeof updateStrategyInput>,
): Promise<StrategyDetail> {
  if (rules !== undefined) assertNoMistakes(rules);
  return em.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await lockStrategy(tx, user.id, strategyId);
    if (rules !== undefined) {
      assertRuleBytes(await strategyRepository.usageOfUser(tx, user.id, rules, strategyId), quotas);
    }
    await strategyRepository.change(tx, strategyId, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(rules === undefined ? {} : { rules }),
      ...(isActive === undefined ? {} : { isActive }),
      updatedAt: clock(),
    });
    if (rules !== undefined || isActive === true) await strategyRepository.arm(tx, strategyId);
    tx.clear();
    return presentDetail(tx, await findStrategy(tx, user.id, strategyId));
  });
}
