import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import type { Services } from '@stockbook/api';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { docs } from './docs.ts';
import { sendError } from './errors.ts';
import { acceptJsonBodies } from './json-body.ts';
import { restDoor } from './rest.ts';
import { type SecurityOptions, security } from './security.ts';
import { staticFiles } from './static.ts';
import { trpcDoor } from './trpc.ts';

export interface AppOptions extends SecurityOptions {
  readonly log: FastifyBaseLogger;
  readonly trustProxy: boolean;
}

const kibibyte = 1024;

/** Both doors and the web client on one Fastify. Builds, never listens. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    disableRequestLogging: true,
    trustProxy: options.trustProxy,
    bodyLimit: 64 * kibibyte,
    requestTimeout: 20_000,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  app.setErrorHandler(sendError);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?');
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  acceptJsonBodies(app);
  await security(app, options);
  await app.register(compress, { threshold: 2 * kibibyte });
  await trpcDoor(app, services);
  await app.register(
    async (api) => {
      await restDoor(api, services);
      await docs(api);
    },
    { prefix: '/api' },
  );
  await staticFiles(app);
  return app;
}
