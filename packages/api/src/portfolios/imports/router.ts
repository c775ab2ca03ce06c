import { router, userProcedure } from '../../trpc.ts';
import { listPortfolioImports } from './imports.ts';
import { listPortfolioImportsInput, portfolioImportList } from './schemas.ts';

export const portfolioImportsRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/imports',
        operationId: 'listPortfolioImports',
        summary: 'Lists the files that were imported into a portfolio',
        errorResponses: [404],
      },
    })
    .input(listPortfolioImportsInput)
    .output(portfolioImportList)
    .query(({ ctx, input }) => listPortfolioImports(ctx, input)),
});
