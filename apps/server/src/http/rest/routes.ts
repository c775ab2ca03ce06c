import { AppError, type RestOperation, restOperations, type Services } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { ResponseCache } from '../cache/response-cache.ts';
import { cachedHandler, handle, handleIdempotent, sendType } from './handlers.ts';

/** Converts an OpenAPI path to Fastify's syntax: `{id}` to `:id`. */
function routePath(openApiPath: string): string {
  return openApiPath.replaceAll(/\{(\w+)\}/g, ':$1');
}

const everyMethod: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers OPTIONS with the path's methods in `allow`, and methods that it does not have with 405. */
function routeOtherMethods(app: FastifyInstance, path: string, operations: readonly RestOperation[]): void {
  const methods: HTTPMethods[] = operations.map(({ method }) => method);
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const allow = allowed.join(', ');
  app.route({
    method: everyMethod.filter((method) => method === 'OPTIONS' || !allowed.includes(method)),
    url: routePath(path),
    handler(request, reply) {
      reply.header('allow', allow);
      if (request.method === 'OPTIONS') return reply.code(204).send();
      throw new AppError('METHOD_NOT_SUPPORTED', `This path supports ${allow}`);
    },
  });
}

/**
 * The REST API: one route for each procedure with OpenAPI metadata. Fastify routes, percent-decodes and parses bodies.
 * Only numbers, booleans and lists of a query are converted; all other input reaches the procedure uncoerced
 * (docs/decisions/001-trpc-openapi.md).
 */
export async function restRoutes(
  app: FastifyInstance,
  services: Services,
  cache: ResponseCache,
): Promise<void> {
  const operations = restOperations();
  for (const operation of operations) {
    const { method, path, cachedBy, maxBodyBytes, maxBodyValues, hasBars, isUnparsed } = operation;
    const { acceptsIdempotencyKey, usesQuota, weight } = operation;
    const url = routePath(path);
    // The request itself has been counted as one.
    const chargeRest = (request: FastifyRequest) => app.requestBudget.chargeAddress(request, [weight - 1]);
    const onRequest = weight > 1 ? [chargeRest] : [];
    if (usesQuota) {
      app.head(url, { onRequest }, (request, reply) => sendType(services, operation, request, reply));
    }
    app.route({
      method,
      url,
      onRequest,
      exposeHeadRoute: !usesQuota,
      bodyLimit: maxBodyBytes,
      config: { ...(maxBodyValues === undefined ? {} : { maxBodyValues }), hasBars, isUnparsed },
      // `ConditionalGet` compresses.
      compress: cachedBy ? false : undefined,
      handler: cachedBy
        ? cachedHandler(services, cache, operation)
        : (request, reply) => {
            const { 'idempotency-key': key } = request.headers;
            return acceptsIdempotencyKey && typeof key === 'string'
              ? handleIdempotent(services, operation, key, request, reply)
              : handle(services, operation, request, reply);
          },
    });
  }
  for (const [path, pathOperations] of Map.groupBy(operations, (operation) => operation.path)) {
    routeOtherMethods(app, path, pathOperations);
  }
}
