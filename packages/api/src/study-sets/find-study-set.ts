import { type EntityManager, type StudySet, studySetRepository } from '@stockbook/db';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';

/** @throws AppError NOT_FOUND */
export async function findStudySet(em: EntityManager, userId: string, id: string): Promise<StudySet> {
  const set = isUuid(id) ? await studySetRepository.findOfUser(em, userId, id) : null;
  if (!set) throw notFound('Set of indicators');
  return set;
}
