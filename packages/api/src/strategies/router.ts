import { router, userProcedure } from '../trpc.ts';
import { createStrategy } from './create-strategy.ts';
import { listStrategies } from './list-strategies.ts';
import { createStrategyInput, listStrategiesInput, strategy, strategyList } from './schemas.ts';

const tags = ['strategies'];

export const strategiesRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/strategies',
        tags,
        summary: 'The caller’s strategies',
        errorResponses: [400, 401],
      },
    })
    .input(listStrategiesInput.optional())
    .output(strategyList)
    .query(({ ctx, input }) => listStrategies(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/strategies',
        tags,
        summary: 'Create a strategy',
        errorResponses: [400, 401],
      },
      statuses: [201],
    })
    .input(createStrategyInput)
    .output(strategy)
    .mutation(({ ctx, input }) => createStrategy(ctx, input)),
});
