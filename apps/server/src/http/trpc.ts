import { type AppRouter, appRouter, type Services, toAppError } from '@stockbook/api';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { notJson } from './json-body.ts';
import { requestContext } from './request-context.ts';

/** As many calls may come in one request. */
export const mostBatchedCalls = 20;

/** The door of our own web client. */
export async function trpcDoor(app: FastifyInstance, services: Services): Promise<void> {
  // tRPC's adapter would take a form of any length.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-type']?.toLowerCase().startsWith('multipart/')) {
      throw notJson();
    }
  });
  const options: FastifyTRPCPluginOptions<AppRouter> = {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: mostBatchedCalls,
      createContext: ({ req }) => requestContext(services, req),
      responseMeta({ errors }) {
        const waits = errors.map((error) => toAppError(error).retryAfterS ?? 0);
        const headers = new Headers({ 'cache-control': 'no-store' });
        if (Math.max(0, ...waits) > 0) headers.set('retry-after', String(Math.max(...waits)));
        return { headers };
      },
      onError({ error, path, req }) {
        const { status, cause } = toAppError(error);
        if (status >= 500) req.log.error({ err: cause ?? error, path }, 'request failed');
      },
    },
  };
  await app.register(fastifyTRPCPlugin, options);
}
