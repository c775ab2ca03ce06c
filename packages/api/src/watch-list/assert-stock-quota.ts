import { type EntityManager, userStockRepository } from '@stockbook/db';
import { assertQuota, type Quotas } from '../quotas/quotas.ts';

/**
 * Rejects a further stock if the watch list is full. `tx` must have locked the user's row.
 * @throws AppError CONFLICT
 */
export async function assertStockQuota(tx: EntityManager, userId: string, { stocks }: Quotas): Promise<void> {
  const count = await userStockRepository.countOfUser(tx, userId);
  assertQuota(count, stocks, 'stocks on your watch list', 'Stop tracking one first');
}
