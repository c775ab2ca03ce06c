import { studySetRepository } from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { studySetInput } from './schemas.ts';

/**
 * Deletes a set of indicators of the caller. Indicators calculated from it stay.
 * @throws AppError NOT_FOUND
 */
export async function deleteStudySet(
  { em, user }: UserContext,
  { studySetId: id }: z.output<typeof studySetInput>,
): Promise<{ message: string }> {
  const isDeleted = z.uuid().safeParse(id).success && (await studySetRepository.remove(em, user.id, id));
  if (!isDeleted) throw notFound('Set of indicators');
  return { message: 'The set of indicators was deleted' };
}
