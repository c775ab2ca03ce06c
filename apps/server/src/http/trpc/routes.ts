import { type AppRouter, appRouter, type Services, toAppError } from '@stockbook/api';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptJsonText } from '../plugins/json-body.ts';
import { authenticationChallenge, requestContext } from '../request-context.ts';
import { insertStreams } from './insert-streams.ts';

/** Calls in one request. */
const maxBatchedCalls = 20;

/**
 * The tRPC API of the web client. Does not use tRPC's Fastify plugin: it would replace the body parser by one that
 * accepts invalid UTF-8, and forms of any length.
 */
export async function trpcRoutes(app: FastifyInstance, services: Services): Promise<void> {
  acceptJsonText(app);
  app.addHook('onSend', async ({ jsonStreams }, reply, payload) =>
    jsonStreams === null || !(payload instanceof Response)
      ? payload
      : insertStreams(reply, payload, jsonStreams),
  );
  app.all<{ Params: { path: string } }>('/trpc/:path', (req, res) =>
    fastifyRequestHandler<AppRouter, FastifyRequest, FastifyReply>({
      req,
      res,
      path: req.params.path,
      router: appRouter,
      maxBatchSize: maxBatchedCalls,
      createContext: () => requestContext(services, req, res),
      responseMeta({ errors }) {
        const appErrors = errors.map(toAppError);
        const retryAfterS = Math.max(0, ...appErrors.map((error) => error.retryAfterS ?? 0));
        const headers = new Headers({ 'cache-control': 'no-store' });
        if (retryAfterS > 0) headers.set('retry-after', String(retryAfterS));
        if (appErrors.some(({ status }) => status === 401)) {
          headers.set('www-authenticate', authenticationChallenge(req));
        }
        return { headers };
      },
      onError({ error, path }) {
        const { status, cause } = toAppError(error);
        if (status >= 500) req.log.error({ err: cause ?? error, path }, 'request failed');
      },
    }),
  );
}
