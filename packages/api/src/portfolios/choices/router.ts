import { message } from '../../primitives.ts';
import { userProcedure } from '../../trpc.ts';
import { dismissDividend, setQuoteCurrency, setSplitChoice } from './choices.ts';
import { dismissDividendInput, quoteCurrencyInput, splitChoiceInput } from './schemas.ts';

/** Answers of a user about a stock in one portfolio. */
export const choiceProcedures = {
  setSplitChoice: userProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/portfolios/{portfolioId}/split-choices',
        operationId: 'setSplitChoice',
        summary: 'Stores whether a split multiplied the shares of a portfolio',
        description: 'Sources sometimes call a spin-off a split. Until there is an answer, shares multiply.',
        errorResponses: [404],
      },
      examples: { 200: { message: 'Your answer was saved' } },
    })
    .input(splitChoiceInput)
    .output(message)
    .mutation(({ ctx, input }) => setSplitChoice(ctx, input)),
  setQuoteCurrency: userProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/portfolios/{portfolioId}/quote-currencies',
        operationId: 'setQuoteCurrency',
        summary: 'Stores the currency in which a stock is quoted whose source names none',
        description: 'Returns 409 if the source of the stock names a currency.',
        errorResponses: [404, 409],
      },
      examples: { 200: { message: 'The currency was saved' } },
    })
    .input(quoteCurrencyInput)
    .output(message)
    .mutation(({ ctx, input }) => setQuoteCurrency(ctx, input)),
  dismissDividend: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/{portfolioId}/dividends/dismiss',
        operationId: 'dismissDividend',
        summary: 'Dismisses a suggested dividend of a portfolio',
        errorResponses: [404],
      },
      examples: { 200: { message: 'The dividend was dismissed' } },
    })
    .input(dismissDividendInput)
    .output(message)
    .mutation(({ ctx, input }) => dismissDividend(ctx, input)),
};
