import { csvFile, csvFileMeta, formulaNote } from '../csv.ts';
import { streamed } from '../streaming/stream-list.ts';
import { indicatorTask, indicatorTaskResult, taskInput } from '../tasks/schemas.ts';
import { readTask } from '../tasks/tasks.ts';
import { cacheable, router, userProcedure } from '../trpc.ts';
import { calculateIndicator } from './calculate-indicator.ts';
import { getIndicatorsAsCsv, listCatalogue, listStockIndicators } from './read-indicators.ts';
import {
  calculateInput,
  calculateOutput,
  indicatorCatalogue,
  indicatorsCsvInput,
  stockIndicators,
  stockIndicatorsInput,
} from './schemas.ts';

export const indicatorsRouter = router({
  catalogue: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/indicators',
        operationId: 'listIndicators',
        summary: 'Lists the indicators that can be calculated',
      },
      cachedBy: 'server and browser',
    })
    .output(cacheable(indicatorCatalogue))
    .query(({ ctx }) => ctx.cached([], async () => listCatalogue())),
  calculate: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/indicators/calculate',
        operationId: 'calculateIndicator',
        summary: 'Calculates an indicator in a task',
        description:
          'Replaces an earlier result with the same function, parameters and name. A user can have 100 indicators of a stock, with 100 lines in total; a further one gets 409.',
        errorResponses: [404, 409],
      },
      statuses: [202],
    })
    .input(calculateInput)
    .output(calculateOutput)
    .mutation(({ ctx, input }) => calculateIndicator(ctx, input)),
  task: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/indicators/task/{taskId}',
        operationId: 'getIndicatorTask',
        summary: 'Returns the progress or the result of a calculation, of an indicator or of a set',
        errorResponses: [404],
      },
    })
    .input(taskInput)
    .output(indicatorTask)
    .query(({ ctx, input }) =>
      readTask(ctx, input, ['calculate-indicator', 'calculate-study-set'], (stored) =>
        indicatorTaskResult.parse(stored),
      ),
    ),
  forStock: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/indicators/{symbol}',
        operationId: 'listStockIndicators',
        summary: 'Lists the calculated indicators of a stock',
        description:
          'Returns all values by default, which can be many megabytes. Use `ids` to select indicators, or ' +
          '`data=false` to omit the values. Requests of one user for values are processed one after the other; a ' +
          'request that would wait for more than 10 seconds gets 429.',
        errorResponses: [404],
      },
      hasSeries: true,
      cachedBy: 'server and browser',
    })
    .input(stockIndicatorsInput)
    .output(cacheable(streamed(stockIndicators)))
    .query(({ ctx, input }) => listStockIndicators(ctx, input)),
  forStockAsCsv: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/indicators/{symbol}/data.csv',
        operationId: 'getIndicatorsAsCsv',
        summary: 'Returns the calculated indicators of a stock as a CSV file',
        description: `A row for each date and a column for each line, for example \`SMA(timeperiod=20)\` or \`My MACD: MACD(fastperiod=12 slowperiod=26 signalperiod=9) macdsignal\`. A cell without a value is empty. ${formulaNote}. The limits of \`listStockIndicators\` apply.`,
        errorResponses: [404],
      },
      cachedBy: 'server and browser',
      file: csvFileMeta(({ symbol }) => `${String(symbol).trim().toUpperCase()}-indicators.csv`),
    })
    .input(indicatorsCsvInput)
    .output(cacheable(streamed(csvFile)))
    .query(({ ctx, input }) => getIndicatorsAsCsv(ctx, input)),
});
