import { randomUUID } from 'node:crypto';
import { studySetRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { assertNameFree } from './assert-name-free.ts';
import { presentStudySet } from './present-study-set.ts';
import { readStudies } from './read-studies.ts';
import { type createStudySetInput, maxStudySets, type StudySet } from './schemas.ts';

/** The caller, or the user of a task. */
type StudySetContext = Pick<UserContext, 'em' | 'clock'> & { readonly user: { readonly id: string } };

/**
 * Creates a set of indicators of the caller.
 * @throws IndicatorError if an indicator is not valid
 * @throws AppError CONFLICT if the name is taken or the quota is used up
 */
export async function createStudySet(
  { em, user, clock }: StudySetContext,
  { name, studies }: z.output<typeof createStudySetInput>,
): Promise<StudySet> {
  const now = clock();
  const set = { id: randomUUID(), name, studies: readStudies(studies), createdAt: now, updatedAt: now };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await assertNameFree(tx, user.id, name);
    assertQuota(await studySetRepository.countOfUser(tx, user.id), maxStudySets, 'sets of indicators');
    await studySetRepository.add(tx, { ...set, userId: user.id });
  });
  return presentStudySet(set);
}
