import { exampleId, message } from '../primitives.ts';
import { streamed } from '../streaming/stream-list.ts';
import { cacheable, locationIn, router, userProcedure } from '../trpc.ts';
import { choiceProcedures } from './choices/router.ts';
import { requestExample } from './example/request-example.ts';
import { createdExample } from './example/schemas.ts';
import { portfolioImportsRouter } from './imports/router.ts';
import { listPortfolios } from './overview/list-portfolios.ts';
import { createPortfolio, deletePortfolio, getPortfolio, updatePortfolio } from './portfolios.ts';
import {
  createPortfolioInput,
  listPortfoliosInput,
  portfolio,
  portfolioInput,
  portfolioList,
  updatePortfolioInput,
} from './schemas.ts';
import { tagsRouter } from './tags/router.ts';
import { targetsRouter } from './targets/router.ts';
import { transactionsRouter } from './transactions/router.ts';

export const portfoliosRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios',
        operationId: 'listPortfolios',
        summary: 'Lists the user’s portfolios',
      },
      cachedBy: 'server',
    })
    .input(listPortfoliosInput.optional())
    .output(cacheable(streamed(portfolioList)))
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
  createExample: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/example',
        operationId: 'createExamplePortfolio',
        summary: 'Creates an example portfolio',
        description:
          'Starts a task that fetches a few stocks in up to three currencies from the source in force and stores a portfolio of them, with invented purchases at the closes of their days. The stocks go on the watch list while it has room. Returns 200 without a task if the user has the example already. Deleting the example also removes the entries of the watch list that it made and that the user has not used since.',
        errorResponses: [409],
      },
      statuses: [202, 200],
      statusOf: (output) => ('task_id' in output ? 202 : 200),
      examples: {
        200: { portfolio_id: exampleId, message: 'The example is one of your portfolios already' },
      },
    })
    .output(createdExample)
    .mutation(({ ctx }) => requestExample(ctx)),
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
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/portfolios/{portfolioId}',
        operationId: 'updatePortfolio',
        summary: 'Changes the settings of a portfolio',
        description: 'Another currency converts nothing: all figures are computed in it.',
        errorResponses: [404],
      },
    })
    .input(updatePortfolioInput)
    .output(portfolio)
    .mutation(({ ctx, input }) => updatePortfolio(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/portfolios/{portfolioId}',
        operationId: 'deletePortfolio',
        summary: 'Deletes a portfolio with its transactions, tags and imports',
        description:
          'With the example also go the entries of the watch list that it made and that the user has not used since.',
        errorResponses: [404],
      },
      examples: { 200: { message: 'The portfolio was deleted' } },
    })
    .input(portfolioInput)
    .output(message)
    .mutation(({ ctx, input }) => deletePortfolio(ctx, input)),
  transactions: transactionsRouter,
  tags: tagsRouter,
  targets: targetsRouter,
  imports: portfolioImportsRouter,
  ...choiceProcedures,
});
