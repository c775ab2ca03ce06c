import { csvFile, csvFileMeta, formulaNote } from '../csv.ts';
import { streamed } from '../streaming/stream-list.ts';
import { cacheable, ownRows, router, userProcedure } from '../trpc.ts';
import { getAllocation } from './allocation/get-allocation.ts';
import { rebalancePortfolio } from './allocation/rebalance.ts';
import { allocation, allocationInput, rebalanceInput, rebalancing } from './allocation/schemas.ts';
import { getDividends, getDividendsAsCsv } from './dividends/get-dividends.ts';
import { dividendList, dividendsInput, takeDividendsInput, takenDividends } from './dividends/schemas.ts';
import { takeDividends } from './dividends/take-dividends.ts';
import { getHoldings, getHoldingsAsCsv } from './holdings/get-holdings.ts';
import { holdingList, holdingsInput } from './holdings/schemas.ts';
import { getOverview } from './overview/get-overview.ts';
import { overview, overviewInput } from './overview/schemas.ts';
import { getDays, getDaysAsCsv } from './performance/get-days.ts';
import { getPerformance } from './performance/get-performance.ts';
import { dayList, daysCsvInput, daysInput, performance, performanceInput } from './performance/schemas.ts';
import { getPositions } from './positions/get-positions.ts';
import { positionsInput, stockPositions } from './positions/schemas.ts';
import { getRealised, getRealisedAsCsv } from './realised/get-realised.ts';
import { realisedCsvInput, realisedGains, realisedInput } from './realised/schemas.ts';

const csvNote = `Columns: the fields of the JSON. A null is an empty cell. ${formulaNote}`;

/** Calls that compute from the transactions of portfolios. */
export const figuresRouter = router({
  overview: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/overview',
        operationId: 'getPortfolioOverview',
        summary: 'Returns several portfolios as one, in one currency',
        description:
          'Their transactions together, computed like those of one portfolio. A transfer between two of them is no flow. Cash counts if every portfolio tracks it.',
        errorResponses: [404],
      },
      cachedBy: 'server',
    })
    .input(overviewInput.optional())
    .output(cacheable(ownRows(overview)))
    .query(({ ctx, input }) => getOverview(ctx, input ?? { series: false, details: false, quotes: false })),
  positions: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/positions',
        operationId: 'getPositions',
        summary: 'Returns what each portfolio holds of a stock, and its trades',
        description:
          'Portfolios that do not hold the stock now are left out of `positions`, not of `trades`.',
      },
      cachedBy: 'server',
    })
    .input(positionsInput)
    .output(cacheable(ownRows(stockPositions)))
    .query(({ ctx, input }) => getPositions(ctx, input)),
  holdings: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/holdings',
        operationId: 'getHoldings',
        summary: 'Lists what a portfolio holds at the end of a day',
        description: 'Values are those of the last close at or before the day.',
        errorResponses: [404],
      },
      hasSeries: true,
      cachedBy: 'server',
    })
    .input(holdingsInput)
    .output(cacheable(ownRows(holdingList)))
    .query(({ ctx, input }) => getHoldings(ctx, input)),
  holdingsAsCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/holdings.csv',
        operationId: 'getHoldingsAsCsv',
        summary: 'Returns what a portfolio holds as a CSV file',
        description: `Without lots and badges. With \`quotes\` also the columns quote_price, quote_time, quote_delay_minutes, quote_value and quote_change. ${csvNote}`,
        errorResponses: [404],
      },
      cachedBy: 'server',
      file: csvFileMeta('holdings.csv'),
    })
    .input(holdingsInput)
    .output(cacheable(csvFile))
    .query(({ ctx, input }) => getHoldingsAsCsv(ctx, input)),
  performance: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/performance',
        operationId: 'getPerformance',
        summary: 'Returns the return of a portfolio over a period',
        description:
          'Time-weighted and money-weighted return, the gain with its parts, risk, and the same money in a benchmark. The formulas are in docs/portfolios.md.',
        errorResponses: [404],
      },
      hasSeries: true,
      cachedBy: 'server',
    })
    .input(performanceInput)
    .output(cacheable(performance))
    .query(({ ctx, input }) => getPerformance(ctx, input)),
  days: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/performance/days',
        operationId: 'listPortfolioDays',
        summary: 'Lists every day of a period with its flows, value and factor, oldest first',
        description:
          'The response can have many megabytes: it is streamed, and a user gets one such response at a time; a request that would wait for more than 10 seconds gets 429.',
        errorResponses: [404],
      },
      hasSeries: true,
      cachedBy: 'server',
    })
    .input(daysInput)
    .output(cacheable(streamed(dayList)))
    .query(({ ctx, input }) => getDays(ctx, input)),
  daysAsCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/performance/days.csv',
        operationId: 'getPortfolioDaysAsCsv',
        summary: 'Returns every day of a period as a CSV file, oldest first',
        description: `With \`holdings=true\`, the line of a day is followed by one for each holding, in the columns symbol, quantity, price, fx_rate and holding_value. The limits of \`listPortfolioDays\` apply. ${csvNote}`,
        errorResponses: [404],
      },
      cachedBy: 'server',
      file: csvFileMeta('days.csv'),
    })
    .input(daysCsvInput)
    .output(cacheable(streamed(csvFile)))
    .query(({ ctx, input }) => getDaysAsCsv(ctx, input)),
  realised: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/realised',
        operationId: 'getRealisedGains',
        summary: 'Lists the gains that sales have realised, by tax year',
        description:
          'By the cost method of the portfolio. Not tax advice: wash sales, the 30-day rule and allowances are not applied.',
        errorResponses: [404],
      },
      cachedBy: 'server',
    })
    .input(realisedInput)
    .output(cacheable(ownRows(realisedGains)))
    .query(({ ctx, input }) => getRealised(ctx, input)),
  realisedAsCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/realised.csv',
        operationId: 'getRealisedGainsAsCsv',
        summary: 'Returns the gains that sales have realised as a CSV file, oldest first',
        description: `A line for each lot of a sale; by average cost, a line for each sale. ${csvNote}`,
        errorResponses: [404],
      },
      cachedBy: 'server',
      file: csvFileMeta('realised.csv'),
    })
    .input(realisedCsvInput)
    .output(cacheable(csvFile))
    .query(({ ctx, input }) => getRealisedAsCsv(ctx, input)),
  dividends: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/dividends',
        operationId: 'getDividends',
        summary: 'Lists dividends: received ones, those that may be missing, and a forecast',
        description: 'The forecast is an estimate: the last 12 months repeated for the shares held now.',
        errorResponses: [404],
      },
      cachedBy: 'server',
    })
    .input(dividendsInput)
    .output(cacheable(ownRows(dividendList)))
    .query(({ ctx, input }) => getDividends(ctx, input)),
  dividendsAsCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/dividends.csv',
        operationId: 'getDividendsAsCsv',
        summary: 'Returns the received dividends as a CSV file, oldest first',
        description: csvNote,
        errorResponses: [404],
      },
      cachedBy: 'server',
      file: csvFileMeta('dividends.csv'),
    })
    .input(dividendsInput)
    .output(cacheable(csvFile))
    .query(({ ctx, input }) => getDividendsAsCsv(ctx, input)),
  takeDividends: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/{portfolioId}/dividends',
        operationId: 'takeDividends',
        summary: 'Stores suggested dividends as transactions, all or none',
        description: 'Returns 409 if one of them is in the portfolio already.',
        errorResponses: [404, 409],
      },
      statuses: [201],
      locationOf: () => null,
    })
    .input(takeDividendsInput)
    .output(takenDividends)
    .mutation(({ ctx, input }) => takeDividends(ctx, input)),
  allocation: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/portfolios/{portfolioId}/allocation',
        operationId: 'getAllocation',
        summary: 'Divides the value of a portfolio by a property of its stocks or by tags',
        description:
          'Weights add up to 100 %. The country is that of the ISIN. Funds are one stock: nothing in them is looked at.',
        errorResponses: [404],
      },
      cachedBy: 'server',
    })
    .input(allocationInput)
    .output(cacheable(allocation))
    .query(({ ctx, input }) => getAllocation(ctx, input)),
  rebalance: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/portfolios/{portfolioId}/rebalance',
        operationId: 'rebalancePortfolio',
        summary: 'Proposes trades that lead to the targets, and stores nothing',
        description: 'A calculation, not advice. No fees are assumed.',
        errorResponses: [404],
      },
      isReadOnly: true,
    })
    .input(rebalanceInput)
    .output(rebalancing)
    .mutation(({ ctx, input }) => rebalancePortfolio(ctx, input)),
});
