import { message } from '../primitives.ts';
import { locationIn, router, userProcedure } from '../trpc.ts';
import { calculateStudySet } from './calculate-study-set.ts';
import {
  calculateStudySetInput,
  calculateStudySetOutput,
  createStudySetInput,
  listStudySetsInput,
  studySet,
  studySetInput,
  studySetList,
  updateStudySetInput,
} from './schemas.ts';
import {
  createStudySet,
  deleteStudySet,
  findStudySet,
  listStudySets,
  presentStudySet,
  updateStudySet,
} from './study-sets.ts';

export const studySetsRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/study-sets',
        operationId: 'listStudySets',
        summary: 'Lists the user’s saved sets of indicators',
      },
    })
    .input(listStudySetsInput.optional())
    .output(studySetList)
    .query(({ ctx, input }) => listStudySets(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/study-sets',
        operationId: 'createStudySet',
        summary: 'Saves a set of indicators',
        description:
          'It can be calculated for any stock by one call. Returns 409 if the user has a set of this name, or 50 sets.',
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: locationIn('/study-sets'),
    })
    .input(createStudySetInput)
    .output(studySet)
    .mutation(({ ctx, input }) => createStudySet(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/study-sets/{studySetId}',
        operationId: 'getStudySet',
        summary: 'Returns a set of indicators',
        errorResponses: [404],
      },
    })
    .input(studySetInput)
    .output(studySet)
    .query(async ({ ctx, input }) =>
      presentStudySet(await findStudySet(ctx.em, ctx.user.id, input.studySetId)),
    ),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/study-sets/{studySetId}',
        operationId: 'updateStudySet',
        summary: 'Renames a set of indicators, or replaces its indicators',
        description: 'Returns 409 if the user has another set of this name.',
        errorResponses: [404, 409],
      },
    })
    .input(updateStudySetInput)
    .output(studySet)
    .mutation(({ ctx, input }) => updateStudySet(ctx, input)),
  calculate: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/study-sets/{studySetId}/calculate',
        operationId: 'calculateStudySet',
        summary: 'Calculates all indicators of a set for a stock in one task',
        description:
          'Follow the task at `/indicators/task/{taskId}`. Stores all indicators or none. Replaces earlier results with the same function, parameters and name. The limits of `calculateIndicator` apply.',
        errorResponses: [404, 409],
      },
      statuses: [202],
    })
    .input(calculateStudySetInput)
    .output(calculateStudySetOutput)
    .mutation(({ ctx, input }) => calculateStudySet(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/study-sets/{studySetId}',
        operationId: 'deleteStudySet',
        summary: 'Deletes a set of indicators',
        description: 'Indicators that were calculated from it stay.',
        errorResponses: [404],
      },
      examples: { 200: { message: 'The set of indicators was deleted' } },
    })
    .input(studySetInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteStudySet(ctx, input)),
});
