import { studySetRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import type { studySetInput } from './schemas.ts';

/**
 * Deletes a set of indicators of the caller. Indicators calculated from it stay.
 * @throws AppError NOT_FOUND
 */
export async function deleteStudySet(
  { em, user }: UserContext,
  { studySetId: id }: z.output<typeof studySetInput>,
): Promise<{ message: string }> {
  const isDeleted = isUuid(id) && (await studySetRepository.remove(em, user.id, id));
  if (!isDeleted) throw notFound('Set of indicators');
  return { message: 'The set of indicators was deleted' };
}
