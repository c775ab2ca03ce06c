import { relyingPartyOf } from '../auth/passkeys/relying-party.ts';
import { publicProcedure, router } from '../trpc.ts';
import { getHealth, getReadiness } from './health.ts';
import { health, liveness, readiness, version } from './schemas.ts';

export const systemRouter = router({
  health: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/health',
        operationId: 'getHealth',
        protect: false,
        summary: 'Returns the health of the server and its parts',
      },
      statuses: [200, 503],
      statusOf: (output) => ('database' in output && output.database === 'unavailable' ? 503 : 200),
      examples: {
        503: {
          status: 'unhealthy',
          database: 'unavailable',
          worker: 'unavailable',
          market_data: 'healthy',
          backup: 'off',
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
        protect: false,
        summary: 'Returns 200 while the process runs',
        description: 'Does not use the database. Restart the process if this call fails.',
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
        protect: false,
        summary: 'Returns whether the server can serve requests',
        description: 'Returns 503 while the database is unavailable or the server is shutting down.',
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
        protect: false,
        summary: 'Returns the version of the server',
      },
    })
    .output(version)
    .query(({ ctx }) => {
      const newer = ctx.services.newerVersion();
      return {
        name: 'Stockbook',
        version: ctx.services.version,
        ...(newer !== null && { newer_version: newer }),
        api_version: '1',
        market_data: ctx.services.marketData.mode,
        quotes: ctx.services.quotes.isOn ? ('on' as const) : ('off' as const),
        sign_up: ctx.services.accountPolicy.signUp,
        sign_in: {
          passwords: ctx.services.accountPolicy.hasPasswordSignIn,
          passkeys: relyingPartyOf(ctx) !== null,
          provider: ctx.services.accountPolicy.providerName,
        },
      };
    }),
});
