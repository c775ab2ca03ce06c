import { handleInput } from '../../streaming/large-input.ts';
import { streamed } from '../../streaming/stream-list.ts';
import { router, userProcedure } from '../../trpc.ts';
import { maxPortfolioBodyBytes, maxPortfolioBodyValues, portfolioInput } from '../schemas.ts';
import {
  createTagGroupInput,
  type NewPortfolioTag,
  tagGroup,
  tagGroupInput,
  tagGroupList,
  updateTagGroupInput,
} from './schemas.ts';
import { createTagGroup, deleteTagGroup, getTagGroup, listTagGroups, updateTagGroup } from './tags.ts';

/** More take hundreds of milliseconds of the processor to check and write. */
const maxSharesAtOnce = 2_000;

const isLarge = (tags: readonly NewPortfolioTag[] = []): boolean =>
  tags.reduce((sum, { shares }) => sum + shares.length, 0) > maxSharesAtOnce;

export const tagsRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/tags',
        operationId: 'listTagGroups',
        summary: 'Lists the tag groups of a portfolio',
        errorResponses: [404],
      },
    })
    .input(portfolioInput)
    .output(streamed(tagGroupList))
    .query(({ ctx, input }) => listTagGroups(ctx, input)),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/{portfolioId}/tags',
        operationId: 'createTagGroup',
        summary: 'Adds a tag group to a portfolio',
        description: 'Returns 409 if the portfolio has a group of this name, or 10 groups.',
        errorResponses: [404, 409],
      },
      statuses: [201],
      locationOf: (output, { portfolioId }) =>
        'id' in output ? `/portfolios/${portfolioId}/tags/${output.id}` : null,
      maxBodyBytes: maxPortfolioBodyBytes,
      maxBodyValues: maxPortfolioBodyValues,
    })
    .input(createTagGroupInput)
    .output(tagGroup)
    .mutation(({ ctx, input }) => handleInput(ctx, isLarge(input.tags), () => createTagGroup(ctx, input))),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/tags/{groupId}',
        operationId: 'getTagGroup',
        summary: 'Returns a tag group',
        errorResponses: [404],
      },
    })
    .input(tagGroupInput)
    .output(streamed(tagGroup))
    .query(({ ctx, input }) => getTagGroup(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/portfolios/{portfolioId}/tags/{groupId}',
        operationId: 'updateTagGroup',
        summary: 'Renames a tag group, or replaces its tags',
        description: 'Returns 409 if the portfolio has another group of this name.',
        errorResponses: [404, 409],
      },
      maxBodyBytes: maxPortfolioBodyBytes,
      maxBodyValues: maxPortfolioBodyValues,
    })
    .input(updateTagGroupInput)
    .output(tagGroup)
    .mutation(({ ctx, input }) => handleInput(ctx, isLarge(input.tags), () => updateTagGroup(ctx, input))),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/portfolios/{portfolioId}/tags/{groupId}',
        operationId: 'deleteTagGroup',
        summary: 'Deletes a tag group with its tags, and returns it',
        errorResponses: [404],
      },
    })
    .input(tagGroupInput)
    .output(tagGroup)
    .mutation(({ ctx, input }) => deleteTagGroup(ctx, input)),
});
