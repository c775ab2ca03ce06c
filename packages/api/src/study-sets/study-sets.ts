import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  type SavedStudy,
  type StudySet as StudySetRow,
  studySetRepository,
  userRepository,
} from '@stockbook/db';
import { checkParameters, findIndicator, IndicatorError } from '@stockbook/indicators';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../context.ts';
import { AppError, fieldError, notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { assertQuota } from '../quotas/quotas.ts';
import {
  type createStudySetInput,
  type listStudySetsInput,
  maxStudySets,
  type NewStudy,
  type StudySet,
  type studySetInput,
  type studySetList,
  type updateStudySetInput,
} from './schemas.ts';

/** The caller, or the user of a task. */
type StudySetContext = ActorContext<'clock'>;

/**
 * Creates a set of indicators of the caller.
 * @throws IndicatorError if an indicator is not valid
 * @throws AppError CONFLICT if the name is taken or the quota is used up
 */
export async function createStudySet(
  { em, user, services: { clock } }: StudySetContext,
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

/** Lists the caller's sets of indicators by name. */
export async function listStudySets(
  { em, user }: UserContext,
  { limit = maxStudySets, offset }: z.output<typeof listStudySetsInput>,
): Promise<z.infer<typeof studySetList>> {
  const [sets, total] = await studySetRepository.listOfUser(em, user.id, { limit, offset });
  return { study_sets: sets.map(presentStudySet), total };
}

/**
 * Renames a set of indicators of the caller, or replaces its indicators.
 * @throws IndicatorError if an indicator is not valid
 * @throws AppError NOT_FOUND, CONFLICT if the name is taken
 */
export async function updateStudySet(
  { em, user, services: { clock } }: UserContext,
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

/** @throws AppError NOT_FOUND */
export async function findStudySet(em: EntityManager, userId: string, id: string): Promise<StudySetRow> {
  const set = isUuid(id) ? await studySetRepository.findOfUser(em, userId, id) : null;
  if (!set) throw notFound('Set of indicators');
  return set;
}

/**
 * Rejects the name of another set of the user. `tx` must have locked the user's row.
 * @param exceptId the set itself, if it is changed
 * @throws AppError CONFLICT
 */
async function assertNameFree(
  tx: EntityManager,
  userId: string,
  name: string,
  exceptId: string | null = null,
): Promise<void> {
  if (await studySetRepository.hasName(tx, userId, name, exceptId)) {
    throw new AppError('CONFLICT', `You already have a set named "${name}"`);
  }
}

/**
 * Completes indicators by the catalogue.
 * @throws AppError BAD_REQUEST if a function or a parameter is not valid
 */
function readStudies(studies: readonly NewStudy[]): SavedStudy[] {
  return studies.map((study, index) => {
    try {
      return readStudy(study);
    } catch (error) {
      if (!(error instanceof IndicatorError)) throw error;
      const field = error.parameter === null ? 'indicator_function' : `parameters.${error.parameter}`;
      throw fieldError(`studies[${index}].${field}`, error.message);
    }
  });
}

function readStudy(study: NewStudy): SavedStudy {
  const definition = findIndicator(study.indicator_function);
  return {
    indicatorFunction: definition.function,
    indicatorName: study.indicator_name ?? definition.name,
    parameters: checkParameters(definition, study.parameters),
    color: study.color,
  };
}

/** Maps a set of indicators to its API shape. */
export function presentStudySet(set: Omit<StudySetRow, 'user'>): StudySet {
  return {
    id: set.id,
    name: set.name,
    studies: set.studies.map((study) => ({
      indicator_function: study.indicatorFunction,
      indicator_name: study.indicatorName,
      parameters: study.parameters,
      color: study.color,
    })),
    created_at: set.createdAt.toISOString(),
    updated_at: set.updatedAt.toISOString(),
  };
}
