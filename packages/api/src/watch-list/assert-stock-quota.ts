import { type EntityManager, userStockRepository } from '@stockbook/db';
import { assertQuota, type Quotas } from '../quotas/quotas.ts';

/**
 * Refuses one more stock on a full watch list. The caller holds the user's lock.
 * @throws AppError CONFLICT
 */
export async function assertStockQuota(tx: EntityManager, userId: string, { stocks }: Quotas): Promise<void> {
  const count = await userStockRepository.countOfUser(tx, userId);
  assertQuota(count, stocks, 'stocks on your watch list', 'Stop tracking one first');
}
