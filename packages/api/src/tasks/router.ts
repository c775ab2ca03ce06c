import { router, userProcedure } from '../trpc.ts';
import { anyTask, taskInput } from './schemas.ts';
import { getTask } from './tasks.ts';

export const tasksRouter = router({
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/tasks/{taskId}',
        operationId: 'getTask',
        tags: ['tasks'],
        summary: 'Returns the progress or the result of any task',
        description:
          'Every response with status 202 names this path in `location`. A finished task can be read for seven days.',
        errorResponses: [404],
      },
    })
    .input(taskInput)
    .output(anyTask)
    .query(({ ctx, input }) => getTask(ctx, input)),
});
