import { streamed } from '../streaming/stream-list.ts';
import { runKinds } from '../tasks/kinds.ts';
import { taskInput } from '../tasks/schemas.ts';
import { readTask } from '../tasks/tasks.ts';
import { locationIn, router, userProcedure } from '../trpc.ts';
import { backtestsRouter } from './backtests/router.ts';
import { checkRules } from './check-rules.ts';
import {
  checkedRules,
  checkRulesInput,
  createStrategyInput,
  listStrategiesInput,
  strategy,
  strategyDetail,
  strategyInput,
  strategyList,
  strategyTask,
  strategyTaskResult,
  updateStrategyInput,
} from './schemas.ts';
import { createStrategy, deleteStrategy, getStrategy, listStrategies, updateStrategy } from './strategies.ts';
import { sweepsRouter } from './sweeps/router.ts';

export const strategiesRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/strategies',
        operationId: 'listStrategies',
        summary: 'Lists the user’s strategies',
      },
    })
    .input(listStrategiesInput.optional())
    .output(streamed(strategyList))
    .query(({ ctx, input }) => listStrategies(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/strategies',
        operationId: 'createStrategy',
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
  check: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/strategies/check',
        operationId: 'checkRules',
        summary: 'Checks the rules of a strategy and stores nothing',
        description: 'Mistakes are listed in `problems`; the call succeeds.',
      },
      isReadOnly: true,
    })
    .input(checkRulesInput)
    .output(checkedRules)
    .mutation(({ ctx, input }) => checkRules(ctx, input)),
  task: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/strategies/task/{taskId}',
        operationId: 'getStrategyTask',
        summary: 'Returns the progress or the result of a backtest or a sweep',
        errorResponses: [404],
      },
    })
    .input(taskInput)
    .output(strategyTask)
    .query(({ ctx, input }) =>
      readTask(ctx, input, runKinds, (stored) =>
        strategyTaskResult.parse({ backtest_id: null, sweep_id: null, ...stored }),
      ),
    ),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/strategies/{strategyId}',
        operationId: 'getStrategy',
        summary: 'Returns a strategy',
        errorResponses: [404],
      },
    })
    .input(strategyInput)
    .output(strategyDetail)
    .query(({ ctx, input }) => getStrategy(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/strategies/{strategyId}',
        operationId: 'updateStrategy',
        summary: 'Changes a strategy',
        description: 'New rules, and `is_active: true`, arm its signals again: bars that exist give none.',
        errorResponses: [404, 409],
      },
    })
    .input(updateStrategyInput)
    .output(strategyDetail)
    .mutation(({ ctx, input }) => updateStrategy(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/strategies/{strategyId}',
        operationId: 'deleteStrategy',
        summary: 'Deletes a strategy with its backtests and sweeps, and returns it; its signals stay',
        errorResponses: [404],
      },
    })
    .input(strategyInput)
    .output(strategyDetail)
    .mutation(({ ctx, input }) => deleteStrategy(ctx, input)),
  backtests: backtestsRouter,
  sweeps: sweepsRouter,
});
