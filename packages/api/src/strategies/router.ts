import { message } from '../primitives.ts';
import { locationIn, router, userProcedure } from '../trpc.ts';
import { createStrategy } from './create-strategy.ts';
import { deleteStrategy } from './delete-strategy.ts';
import { listStrategies } from './list-strategies.ts';
import {
  createStrategyInput,
  listStrategiesInput,
  strategy,
  strategyInput,
  strategyList,
} from './schemas.ts';

const tags = ['strategies'];

export const strategiesRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/strategies',
        operationId: 'listStrategies',
        tags,
        summary: 'Lists the user’s strategies',
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
        summary: 'Creates a strategy',
        description: 'Returns 409 if the user has the maximum number of strategies.',
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: locationIn('/strategies'),
    })
    .input(createStrategyInput)
    .output(strategy)
    .mutation(({ ctx, input }) => createStrategy(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/strategies/{strategyId}',
        operationId: 'deleteStrategy',
        tags,
        summary: 'Deletes a strategy',
        errorResponses: [404],
      },
      examples: { 200: { message: 'The strategy was deleted' } },
    })
    .input(strategyInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteStrategy(ctx, input)),
});
