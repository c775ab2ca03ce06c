import type { z } from 'zod';
import { router, userProcedure } from '../trpc.ts';
import { anyTask, taskInput, taskResult } from './schemas.ts';
import { readTask } from './tasks.ts';

const noResult: z.infer<typeof taskResult> = {
  symbol: null,
  rows: null,
  indicator_id: null,
  indicator_name: null,
  indicators: null,
  backtest_id: null,
  sweep_id: null,
};

export const tasksRouter = router({
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/tasks/{taskId}',
        operationId: 'getTask',
        summary: 'Returns the progress or the result of any task',
        description:
          'Every response with status 202 names this path in `location`. A finished task can be read for seven days.',
        errorResponses: [404],
      },
    })
    .input(taskInput)
    .output(anyTask)
    .query(({ ctx, input }) =>
      readTask(ctx, input, null, (stored) => taskResult.parse({ ...noResult, ...stored })),
    ),
});
