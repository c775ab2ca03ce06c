import { backtestRepository, taskRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { getBacktest } from './get-backtest.ts';
import type { Backtest, backtestInput } from './schemas.ts';

/**
 * Deletes a backtest of the caller. One in progress ends.
 * @returns the backtest as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteBacktest(
  { em, user, clock }: UserContext,
  { backtestId }: z.output<typeof backtestInput>,
): Promise<Backtest> {
  return em.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const backtest = await getBacktest({ em: tx, user }, { backtestId });
    const taskIds = backtest.task_id === null ? [] : [backtest.task_id];
    await taskRepository.cancel(tx, taskIds, 'The backtest was deleted', clock());
    await backtestRepository.remove(tx, user.id, backtestId);
    return backtest;
  });
}
