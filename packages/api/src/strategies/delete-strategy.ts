import { strategyRepository, taskRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { lockStrategy } from './find-strategy.ts';
import { presentDetail } from './present-strategy.ts';
import type { StrategyDetail, strategyInput } from './schemas.ts';

/**
 * Deletes a strategy of the caller with its runs, those in progress included; its signals stay.
 * @returns the strategy as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteStrategy(
  { em, user, clock }: UserContext,
  { strategyId }: z.output<typeof strategyInput>,
): Promise<StrategyDetail> {
  return em.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const strategy = await lockStrategy(tx, user.id, strategyId);
    const taskIds = await strategyRepository.listTaskIds(tx, strategyId);
    await taskRepository.cancel(tx, taskIds, 'The strategy was deleted', clock());
    const deleted = await presentDetail(tx, strategy);
    await strategyRepository.remove(tx, user.id, strategyId);
    return deleted;
  });
}
