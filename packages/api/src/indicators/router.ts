import { streamed } from '../streaming/streamed.ts';
import { indicatorTask } from '../tasks/schemas.ts';
import { router, userProcedure } from '../trpc.ts';
import { calculateIndicator } from './calculate-indicator.ts';
import { getIndicatorTask } from './get-indicator-task.ts';
import { listCatalogue } from './list-catalogue.ts';
import { listStockIndicators } from './list-stock-indicators.ts';
import {
  calculateInput,
  calculateOutput,
  indicatorCatalogue,
  indicatorTaskInput,
  stockIndicators,
  stockIndicatorsInput,
} from './schemas.ts';
import { versionOfStockIndicators } from './stock-indicators-etag.ts';

const tags = ['indicators'];

export const indicatorsRouter = router({
  catalogue: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/indicators',
        operationId: 'listIndicators',
        tags,
        summary: 'Every indicator that can be calculated',
      },
    })
    .output(indicatorCatalogue)
    .query(() => listCatalogue()),
  calculate: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/indicators/calculate',
        operationId: 'calculateIndicator',
        tags,
        summary: 'Calculate an indicator in the background',
        description:
          'Takes the place of the earlier result of the same function, parameters and name. 100 of a stock at most, with 100 lines in all; 409 beyond.',
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
        tags,
        summary: 'How far a calculation is',
        errorResponses: [404],
      },
    })
    .input(indicatorTaskInput)
    .output(indicatorTask)
    .query(({ ctx, input }) => getIndicatorTask(ctx, input)),
  forStock: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/indicators/{symbol}',
        operationId: 'listStockIndicators',
        tags,
        summary: 'The calculated indicators of a stock',
        description:
          'The version of the answer is its `etag`. Select indicators by `ids`, or leave out their values by ' +
          '`data=false`: a whole response can hold many megabytes. A user’s requests for values are answered one ' +
          'after the other; 429 when one would wait for more than 10 seconds.',
        errorResponses: [404],
      },
      version: versionOfStockIndicators,
    })
    .input(stockIndicatorsInput)
    .output(streamed(stockIndicators))
    .query(({ ctx, input }) => listStockIndicators(ctx, input)),
});
