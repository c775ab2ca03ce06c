import { asCsv } from '../../streaming/output-stream.ts';
import { streamed } from '../../streaming/stream-list.ts';
import { router, userProcedure } from '../../trpc.ts';
import { deleteBacktest, getBacktest, listBacktests, runBacktest } from './backtests.ts';
import { getEquity, getMonthlyReturns, getTrades, monthlyReturnsAsCsv } from './results.ts';
import {
  equityCurve,
  equityInput,
  type MonthlyReturns,
  monthlyReturns,
  tradeList,
  tradesInput,
} from './results-schemas.ts';
import {
  backtest,
  backtestInput,
  backtestList,
  listBacktestsInput,
  runBacktestInput,
  startedBacktest,
} from './schemas.ts';

export const backtestsRouter = router({
  run: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/strategies/{strategyId}/backtests',
        operationId: 'runBacktest',
        summary: 'Runs a backtest of a strategy in a task',
        description:
          'An equal run in progress is returned instead. A user can have two runs in progress; a further one gets 409. A strategy keeps its latest 50 backtests.',
        errorResponses: [404, 409],
      },
      statuses: [202],
    })
    .input(runBacktestInput)
    .output(startedBacktest)
    .mutation(({ ctx, input }) => runBacktest(ctx, input)),
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/strategies/{strategyId}/backtests',
        operationId: 'listBacktests',
        summary: 'Lists the backtests of a strategy',
        errorResponses: [404],
      },
    })
    .input(listBacktestsInput)
    .output(backtestList)
    .query(({ ctx, input }) => listBacktests(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/backtests/{backtestId}',
        operationId: 'getBacktest',
        summary: 'Returns a backtest with its results',
        errorResponses: [404],
      },
    })
    .input(backtestInput)
    .output(backtest)
    .query(({ ctx, input }) => getBacktest(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/backtests/{backtestId}',
        operationId: 'deleteBacktest',
        summary: 'Deletes a backtest and returns it; one in progress ends',
        errorResponses: [404],
      },
    })
    .input(backtestInput)
    .output(backtest)
    .mutation(({ ctx, input }) => deleteBacktest(ctx, input)),
  trades: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/backtests/{backtestId}/trades',
        operationId: 'listTrades',
        summary: 'Returns the trades of a backtest',
        description: 'With `accept: text/csv`, returns the trades as CSV; a null is an empty cell.',
        errorResponses: [404],
      },
      formats: { 'text/csv': asCsv },
    })
    .input(tradesInput)
    .output(streamed(tradeList))
    .query(({ ctx, input }) => getTrades(ctx, input)),
  equity: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/backtests/{backtestId}/equity',
        operationId: 'getEquity',
        summary: 'Returns the equity of a backtest at every bar of the run',
        description:
          'Without `symbol`, a run over several stocks returns all of them as one account. With `accept: text/csv`, returns the rows as CSV.',
        errorResponses: [404],
      },
      hasSeries: true,
      formats: { 'text/csv': asCsv },
    })
    .input(equityInput)
    .output(streamed(equityCurve))
    .query(({ ctx, input }) => getEquity(ctx, input)),
  months: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/backtests/{backtestId}/months',
        operationId: 'getMonthlyReturns',
        summary: 'Returns the returns of a backtest by calendar month and year',
        description:
          'Without `symbol`, those of the only stock, or of all stocks as one account. With `accept: text/csv`, returns a line per year: `year`, `jan` to `dec` and `return_percent`; a null is an empty cell.',
        errorResponses: [404],
      },
      formats: { 'text/csv': (output) => monthlyReturnsAsCsv(output as MonthlyReturns) },
    })
    .input(equityInput)
    .output(monthlyReturns)
    .query(({ ctx, input }) => getMonthlyReturns(ctx, input)),
});
