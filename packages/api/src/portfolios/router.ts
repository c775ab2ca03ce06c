import { router, userProcedure } from '../trpc.ts';
import { createPortfolio } from './create-portfolio.ts';
import { listPortfolios } from './list-portfolios.ts';
import { createPortfolioInput, listPortfoliosInput, portfolio, portfolioList } from './schemas.ts';

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
      },
      statuses: [201],
    })
    .input(createPortfolioInput)
    .output(portfolio)
    .mutation(({ ctx, input }) => createPortfolio(ctx, input)),
});
