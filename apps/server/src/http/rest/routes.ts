import { Readable } from 'node:stream';
import {
  AppError,
  authenticateCall,
  hasLocation,
  OutputStream,
  type RestOperation,
  restOperations,
  type Services,
} from '@stockbook/api';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { chooseMediaType } from '../cache/content-negotiation.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { requestContext } from '../request-context.ts';
import { cachedHandler } from './cached-handler.ts';
import { contentDisposition } from './content-disposition.ts';
import { handleIdempotent } from './idempotent-handler.ts';
import { readInput } from './read-input.ts';

/** Converts an OpenAPI path to Fastify's syntax: `{id}` to `:id`. */
function routePath(openApiPath: string): string {
  return openApiPath.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Calls a procedure and sends its output. */
async function handle(
  services: Services,
  { call, statusOf, locationOf, fieldTypes, file, formats }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const input = readInput(request, fieldTypes);
  const output = await call(requestContext(services, request, reply), input);
  const status = statusOf(output);
  if (status === 503) reply.header('retry-after', 5);
  if (hasLocation(status)) reply.header('location', `/api${locationOf(output)}`);
  reply.code(status);
  if (file === undefined) return sendNegotiated(formats, output, request, reply);
  reply.header('content-disposition', contentDisposition(file, input));
  reply.header('content-type', `${file.mediaType}; charset=utf-8`);
  if (output instanceof OutputStream) return reply.send(Readable.from(output.pieces()));
  return reply.send(file.write ? file.write(output) : JSON.stringify(output));
}

/** Answers HEAD without a call, to a caller who may make it. It counts like the GET. */
async function sendType(
  services: Services,
  { name, file, weight }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const context = requestContext(services, request, reply);
  const { user } = await authenticateCall(context, name);
  if (weight > 1) await context.admitUser(user.id, weight - 1);
  return reply.type(`${file?.mediaType ?? 'application/json'}; charset=utf-8`).send();
}

function sendNegotiated(
  formats: RestOperation['formats'],
  output: object,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const others = Object.keys(formats);
  if (others.length > 0) reply.header('vary', 'accept');
  const mediaType = chooseMediaType(request.headers.accept, others);
  const write = formats[mediaType];
  const content = write
    ? write(output)
    : output instanceof OutputStream
      ? (output.text ?? output.pieces())
      : null;
  if (content === null) return reply.send(output);
  const payload = typeof content === 'string' ? content : Readable.from(content);
  return reply.header('content-type', `${mediaType}; charset=utf-8`).send(payload);
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
    const { method, path, cachedBy, maxBodyBytes, acceptsIdempotencyKey, usesQuota, weight } = operation;
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
