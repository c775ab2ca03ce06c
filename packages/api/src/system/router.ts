import { publicProcedure, router } from '../trpc.ts';
import { getHealth } from './get-health.ts';
import { getReadiness } from './get-readiness.ts';
import { health, liveness, readiness, version } from './schemas.ts';

const tags = ['system'];

export const systemRouter = router({
  health: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/health',
        operationId: 'getHealth',
        tags,
        protect: false,
        summary: 'Whether the server can do its work',
      },
      statuses: [200, 503],
      statusOf: (output) => ('status' in output && output.status === 'healthy' ? 200 : 503),
      examples: {
        503: {
          status: 'unhealthy',
          database: 'unavailable',
          worker: 'unavailable',
          market_data: 'healthy',
          uptime_s: 86_400,
          timestamp: '2024-12-31T20:00:00.000Z',
        },
      },
    })
    .output(health)
    .query(({ ctx }) => getHealth(ctx)),
  live: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/health/live',
        operationId: 'getLiveness',
        tags,
        protect: false,
        summary: 'Whether the process answers',
        description: 'Asks nothing of the database: a process that fails this should be started anew.',
      },
    })
    .output(liveness)
    .query(() => ({ status: 'alive' as const })),
  ready: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/health/ready',
        operationId: 'getReadiness',
        tags,
        protect: false,
        summary: 'Whether requests should be sent here',
        description: '503 while the database does not answer, and while the server is shutting down.',
      },
      statuses: [200, 503],
      statusOf: (output) => ('status' in output && output.status === 'ready' ? 200 : 503),
      examples: { 503: { status: 'not_ready', database: 'unavailable' } },
    })
    .output(readiness)
    .query(({ ctx }) => getReadiness(ctx)),
  version: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/version',
        operationId: 'getVersion',
        tags,
        protect: false,
        summary: 'What runs here',
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
