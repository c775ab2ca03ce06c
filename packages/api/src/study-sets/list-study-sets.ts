import { studySetRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentStudySet } from './present-study-set.ts';
import { type listStudySetsInput, maxStudySets, type studySetList } from './schemas.ts';

/** Lists the caller's sets of indicators by name. */
export async function listStudySets(
  { em, user }: UserContext,
  { limit = maxStudySets, offset }: z.output<typeof listStudySetsInput>,
): Promise<z.infer<typeof studySetList>> {
  const [sets, total] = await studySetRepository.listOfUser(em, user.id, { limit, offset });
  return { study_sets: sets.map(presentStudySet), total };
}
