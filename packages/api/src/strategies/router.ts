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
        operationId: 'listStrategies',
        tags,
        summary: 'The caller’s strategies',
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
        operationId: 'createStrategy',
        tags,
        summary: 'Create a strategy',
      },
      statuses: [201],
    })
    .input(createStrategyInput)
    .output(strategy)
    .mutation(({ ctx, input }) => createStrategy(ctx, input)),
});
