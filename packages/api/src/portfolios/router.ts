import { router, userProcedure } from '../trpc.ts';
import { message } from '../wire.ts';
import { createPortfolio } from './create-portfolio.ts';
import { deletePortfolio } from './delete-portfolio.ts';
import { listPortfolios } from './list-portfolios.ts';
import {
  createPortfolioInput,
  listPortfoliosInput,
  portfolio,
  portfolioInput,
  portfolioList,
} from './schemas.ts';

const tags = ['portfolios'];

export const portfoliosRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios',
        operationId: 'listPortfolios',
        tags,
        summary: 'The caller’s portfolios',
      },
    })
    .input(listPortfoliosInput.optional())
    .output(portfolioList)
    .query(({ ctx, input }) => listPortfolios(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios',
        operationId: 'createPortfolio',
        tags,
        summary: 'Create a portfolio',
        description: '409 if the caller has as many portfolios as allowed.',
        errorResponses: [409],
      },
      statuses: [201],
    })
    .input(createPortfolioInput)
    .output(portfolio)
    .mutation(({ ctx, input }) => createPortfolio(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/portfolios/{portfolioId}',
        operationId: 'deletePortfolio',
        tags,
        summary: 'Delete a portfolio',
        errorResponses: [404],
      },
    })
    .input(portfolioInput)
    .output(message)
    .mutation(({ ctx, input }) => deletePortfolio(ctx, input)),
});
