import { router, userProcedure } from '../../trpc.ts';
import { maxPortfolioBodyBytes, maxPortfolioBodyValues, portfolioInput } from '../schemas.ts';
import { setTargetsInput, targets } from './schemas.ts';
import { getTargets, setTargets } from './targets.ts';

export const targetsRouter = router({
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/targets',
        operationId: 'getTargets',
        summary: 'Returns the targets of a portfolio',
        errorResponses: [404],
      },
    })
    .input(portfolioInput)
    .output(targets)
    .query(({ ctx, input }) => getTargets(ctx, input)),
  set: userProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/portfolios/{portfolioId}/targets',
        operationId: 'setTargets',
        summary: 'Replaces the targets of a portfolio',
        description:
          'Targets of stocks replace those of tags, and the other way round. Those of tags are their `target_percent`.',
        errorResponses: [404],
      },
      maxBodyBytes: maxPortfolioBodyBytes,
      maxBodyValues: maxPortfolioBodyValues,
    })
    .input(setTargetsInput)
    .output(targets)
    .mutation(({ ctx, input }) => setTargets(ctx, input)),
});
