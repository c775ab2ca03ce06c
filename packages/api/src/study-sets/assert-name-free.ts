import { type EntityManager, studySetRepository } from '@stockbook/db';
import { AppError } from '../errors.ts';

/**
 * Rejects the name of another set of the user. `tx` must have locked the user's row.
 * @param exceptId the set itself, if it is changed
 * @throws AppError CONFLICT
 */
export async function assertNameFree(
  tx: EntityManager,
  userId: string,
  name: string,
  exceptId: string | null = null,
): Promise<void> {
  if (await studySetRepository.hasName(tx, userId, name, exceptId)) {
    throw new AppError('CONFLICT', `You already have a set named "${name}"`);
  }
}
