import { AppError, restOperations, type Services } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestContext } from './request-context.ts';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A request's input as its procedure takes it: the query or the body, and the path's parameters above both. */
function inputOf({ method, query, body, params }: FastifyRequest): Record<string, unknown> {
  const given = method === 'POST' || method === 'PATCH' ? (body ?? {}) : query;
  if (!isObject(given)) throw new AppError('BAD_REQUEST', 'The body must be a JSON object');
  return { ...given, ...(isObject(params) ? params : {}) };
}

/** Fastify's spelling of an OpenAPI path. */
function routePath(openApiPath: string): string {
  return openApiPath.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * The door of everybody else: each procedure with OpenAPI metadata is a route. Routing, percent-decoding and
 * body parsing are Fastify's; the input goes to the procedure as it is, and is coerced by nobody
 * (docs/decisions/001-trpc-openapi.md).
 */
export async function restDoor(app: FastifyInstance, services: Services): Promise<void> {
  for (const { method, path, statusOf, call } of restOperations()) {
    app.route({
      method,
      url: routePath(path),
      async handler(request, reply) {
        const output = await call(requestContext(services, request), inputOf(request));
        return reply.code(statusOf(output)).header('cache-control', 'no-store').send(output);
      },
    });
  }
}
