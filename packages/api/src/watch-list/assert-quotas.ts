import { type EntityManager, userRepository, userStockRepository } from '@stockbook/db';
import type { ActorContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertQuota, formatBytes, type Quotas } from '../quotas/quotas.ts';

/**
 * Rejects a further stock if the watch list is full. `tx` must have locked the user's row.
 * @throws AppError CONFLICT
 */
export async function assertStockQuota(tx: EntityManager, userId: string, { stocks }: Quotas): Promise<void> {
  const count = await userStockRepository.countOfUser(tx, userId);
  assertQuota(count, stocks, 'stocks on your watch list', 'Stop tracking one first');
}

/**
 * Rejects notes that exceed the quota. Shortening is always allowed, even if the total stays above the quota.
 * @throws AppError CONFLICT
 */
export async function assertNoteQuota(
  tx: EntityManager,
  { user, services: { quotas } }: Pick<ActorContext<'quotas'>, 'user' | 'services'>,
  stockId: number,
  notes: string,
): Promise<void> {
  await userRepository.lockForUpdate(tx, user.id);
  const { note: currentSize, others } = await userStockRepository.noteBytesOfUser(tx, user.id, stockId);
  const size = Buffer.byteLength(notes);
  if (others + size <= quotas.noteBytes || size <= currentSize) return;
  throw new AppError(
    'CONFLICT',
    `All your notes may take ${formatBytes(quotas.noteBytes)} together. Shorten or delete some first`,
    { isQuota: true },
  );
}
