import { cacheable, router, userProcedure } from '../trpc.ts';
import { listQuotes } from './list-quotes.ts';
import { listQuotesInput, quoteList } from './schemas.ts';

export const quotesRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/quotes',
        operationId: 'listQuotes',
        summary: 'Returns the last prices of stocks during the session',
        description:
          'Prices of stocks on the user’s watch list or in a portfolio; others are `skipped`. A request makes the server fetch the prices for some minutes: ask again at `next_at`, with `if-none-match`. 600 symbols of a user within a minute; beyond it the response is 429.',
      },
      cachedBy: 'server and browser',
      usesQuota: true,
    })
    .input(listQuotesInput)
    .output(cacheable(quoteList))
    .query(({ ctx, input }) => listQuotes(ctx, input)),
});
