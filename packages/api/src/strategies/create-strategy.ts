import { randomUUID } from 'node:crypto';
import { strategyRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { assertRuleBytes } from './assert-rule-bytes.ts';
import { presentStrategy } from './present-strategy.ts';
import { assertNoMistakes } from './read-rules.ts';
import type { createStrategyInput, Strategy } from './schemas.ts';

/** The caller, or the user of a task. */
type StrategyContext = Pick<UserContext, 'em' | 'clock' | 'quotas'> & {
  readonly user: { readonly id: string };
};

/**
 * Creates a strategy of the caller.
 * @throws AppError BAD_REQUEST if rules of the runnable format have mistakes, CONFLICT if a quota is used up
 */
export async function createStrategy(
  { em, user, clock, quotas }: StrategyContext,
  { name, description, rules, is_active }: z.output<typeof createStrategyInput>,
): Promise<Strategy> {
  assertNoMistakes(rules);
  const now = clock();
  const strategy = {
    id: randomUUID(),
    name,
    description,
    rules,
    isActive: is_active,
    createdAt: now,
    updatedAt: now,
  };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const usage = await strategyRepository.usageOfUser(tx, user.id, rules);
    assertQuota(usage.count, quotas.strategies, 'strategies');
    assertRuleBytes(usage, quotas);
    await strategyRepository.add(tx, { ...strategy, userId: user.id });
  });
  return presentStrategy(strategy);
}
