import { streamed } from '../../streaming/stream-list.ts';
import { router, userProcedure } from '../../trpc.ts';
import { listSweepsInput, runSweepInput, startedSweep, sweep, sweepInput, sweepList } from './schemas.ts';
import { getSweep, listSweeps, runSweep } from './sweeps.ts';

export const sweepsRouter = router({
  run: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/strategies/{strategyId}/sweeps',
        operationId: 'runSweep',
        summary: 'Runs a strategy with different numbers in a task',
        description:
          'An equal run in progress is returned instead. A user can have two runs in progress; a further one gets 409. A strategy keeps its latest 50 sweeps.',
        errorResponses: [404, 409],
      },
      statuses: [202],
    })
    .input(runSweepInput)
    .output(startedSweep)
    .mutation(({ ctx, input }) => runSweep(ctx, input)),
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/strategies/{strategyId}/sweeps',
        operationId: 'listSweeps',
        summary: 'Lists the sweeps of a strategy',
        errorResponses: [404],
      },
    })
    .input(listSweepsInput)
    .output(sweepList)
    .query(({ ctx, input }) => listSweeps(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/sweeps/{sweepId}',
        operationId: 'getSweep',
        summary: 'Returns a sweep with its rows',
        errorResponses: [404],
      },
    })
    .input(sweepInput)
    .output(streamed(sweep))
    .query(({ ctx, input }) => getSweep(ctx, input)),
});
