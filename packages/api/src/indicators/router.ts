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

const tags = ['indicators'];

export const indicatorsRouter = router({
  catalogue: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/indicators',
        tags,
        summary: 'Every indicator that can be calculated',
        errorResponses: [401],
      },
    })
    .output(indicatorCatalogue)
    .query(() => listCatalogue()),
  calculate: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/indicators/calculate',
        tags,
        summary: 'Calculate an indicator in the background',
        errorResponses: [400, 401, 404],
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
        tags,
        summary: 'How far a calculation is',
        errorResponses: [401, 404],
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
        tags,
        summary: 'The calculated indicators of a stock',
        errorResponses: [400, 401, 404],
      },
    })
    .input(stockIndicatorsInput)
    .output(stockIndicators)
    .query(({ ctx, input }) => listStockIndicators(ctx, input)),
});
