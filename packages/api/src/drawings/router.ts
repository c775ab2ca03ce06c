import { router, userProcedure } from '../trpc.ts';
import { listDrawings, replaceDrawings } from './drawings.ts';
import { drawingList, drawingsInput, replaceDrawingsInput } from './schemas.ts';

export const drawingsRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/stocks/{symbol}/drawings',
        operationId: 'listDrawings',
        summary: 'Lists the user’s drawings on the chart of a stock',
        errorResponses: [404],
      },
    })
    .input(drawingsInput)
    .output(drawingList)
    .query(({ ctx, input }) => listDrawings(ctx, input)),
  replace: userProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/stocks/{symbol}/drawings',
        operationId: 'replaceDrawings',
        summary: 'Replaces all drawings on the chart of a stock',
        description:
          'Stores exactly these drawings, 200 at most; without any, none are left. Later splits of the stock rescale their prices.',
        errorResponses: [404],
      },
    })
    .input(replaceDrawingsInput)
    .output(drawingList)
    .mutation(({ ctx, input }) => replaceDrawings(ctx, input)),
});
