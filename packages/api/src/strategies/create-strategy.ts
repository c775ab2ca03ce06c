import { randomUUID } from 'node:crypto';
import { strategyRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertQuota, formatBytes } from '../quotas/quotas.ts';
import { presentStrategy } from './present-strategy.ts';
import type { createStrategyInput, Strategy } from './schemas.ts';

/**
 * Creates a strategy of the caller.
 * @throws AppError CONFLICT if a quota is used up
 */
export async function createStrategy(
  { em, user, clock, quotas }: UserContext,
  { name, description, rules, is_active }: z.output<typeof createStrategyInput>,
): Promise<Strategy> {
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
    const { count, ruleBytes, newRuleBytes } = await strategyRepository.usageOfUser(tx, user.id, rules);
    assertQuota(count, quotas.strategies, 'strategies');
    if (ruleBytes + newRuleBytes > quotas.ruleBytes) {
      const maximum = formatBytes(quotas.ruleBytes);
      throw new AppError(
        'CONFLICT',
        `The rules of all your strategies may take ${maximum} together. Delete a strategy or shorten its rules`,
      );
    }
    await strategyRepository.add(tx, { ...strategy, userId: user.id });
  });
  return presentStrategy(strategy);
}
