import { publicProcedure, router } from '../trpc.ts';
import { getHealth } from './get-health.ts';
import { health, version } from './schemas.ts';

const tags = ['system'];

export const systemRouter = router({
  health: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/health',
        tags,
        protect: false,
        summary: 'Whether the server can do its work',
        errorResponses: [],
      },
      statuses: [200, 503],
      statusOf: (output) => ('status' in output && output.status === 'healthy' ? 200 : 503),
    })
    .output(health)
    .query(({ ctx }) => getHealth(ctx)),
  version: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/version',
        tags,
        protect: false,
        summary: 'What runs here',
        errorResponses: [],
      },
    })
    .output(version)
    .query(({ ctx }) => ({
      name: 'Stockbook',
      version: ctx.version,
      api_version: '1',
      market_data: ctx.marketData.mode,
    })),
});
