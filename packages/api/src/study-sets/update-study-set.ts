import { studySetRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { assertNameFree } from './assert-name-free.ts';
import { findStudySet } from './find-study-set.ts';
import { presentStudySet } from './present-study-set.ts';
import { readStudies } from './read-studies.ts';
import type { StudySet, updateStudySetInput } from './schemas.ts';

/**
 * Renames a set of indicators of the caller, or replaces its indicators.
 * @throws IndicatorError if an indicator is not valid
 * @throws AppError NOT_FOUND, CONFLICT if the name is taken
 */
export async function updateStudySet(
  { em, user, clock }: UserContext,
  { studySetId: id, name, studies }: z.output<typeof updateStudySetInput>,
): Promise<StudySet> {
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(studies === undefined ? {} : { studies: readStudies(studies) }),
    updatedAt: clock(),
  };
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const set = await findStudySet(tx, user.id, id);
    if (name !== undefined) await assertNameFree(tx, user.id, name, id);
    await studySetRepository.change(tx, id, changes);
    return presentStudySet({ ...set, ...changes });
  });
}
