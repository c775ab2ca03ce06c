import { message } from '../primitives.ts';
import { streamed } from '../streaming/stream-list.ts';
import { locationIn, router, userProcedure } from '../trpc.ts';
import { createPortfolio, deletePortfolio, getPortfolio, listPortfolios } from './portfolios.ts';
import {
  createPortfolioInput,
  listPortfoliosInput,
  portfolio,
  portfolioInput,
  portfolioList,
} from './schemas.ts';

export const portfoliosRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios',
        operationId: 'listPortfolios',
        summary: 'Lists the user’s portfolios',
      },
    })
    .input(listPortfoliosInput.optional())
    .output(streamed(portfolioList))
    .query(({ ctx, input }) => listPortfolios(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios',
        operationId: 'createPortfolio',
        summary: 'Creates a portfolio',
        description: 'Returns 409 if the user has the maximum number of portfolios.',
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: locationIn('/portfolios'),
    })
    .input(createPortfolioInput)
    .output(portfolio)
    .mutation(({ ctx, input }) => createPortfolio(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}',
        operationId: 'getPortfolio',
        summary: 'Returns a portfolio',
        errorResponses: [404],
      },
    })
    .input(portfolioInput)
    .output(portfolio)
    .query(({ ctx, input }) => getPortfolio(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/portfolios/{portfolioId}',
        operationId: 'deletePortfolio',
        summary: 'Deletes a portfolio',
        errorResponses: [404],
      },
      examples: { 200: { message: 'The portfolio was deleted' } },
    })
    .input(portfolioInput)
    .output(message)
    .mutation(({ ctx, input }) => deletePortfolio(ctx, input)),
});
