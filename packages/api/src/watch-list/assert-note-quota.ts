import { type EntityManager, userRepository, userStockRepository } from '@stockbook/db';
import { AppError } from '../errors.ts';
import { formatBytes, type Quotas } from '../quotas/quotas.ts';

/**
 * Rejects notes that exceed the quota. Shortening is always allowed, even if the total stays above the quota.
 * @throws AppError CONFLICT
 */
export async function assertNoteQuota(
  tx: EntityManager,
  { user, quotas }: { user: { id: string }; quotas: Quotas },
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
