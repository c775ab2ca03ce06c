import type { Readable } from 'node:stream';
import {
  AppError,
  type FieldType,
  JsonStream,
  type ReadEtag,
  type RestOperation,
  restOperations,
  type Services,
} from '@stockbook/api';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { conditionalResponse } from '../cache/conditional-get.ts';
import { chooseMediaType } from '../cache/content-negotiation.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { requestContext } from '../request-context.ts';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a query parameter whose text is valid JSON of the field's type; returns any other value unchanged. */
function readField(value: unknown, type: FieldType | undefined): unknown {
  // A list is a repeated parameter or a comma-separated one.
  if (type === 'array') return [value].flat().flatMap((text) => String(text).split(',').filter(Boolean));
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^(0|[1-9]\d{0,8})$/.test(value)) return Number(value);
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

function readQuery(query: unknown, types: ReadonlyMap<string, FieldType>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, readField(value, types.get(name))]),
  );
}

/** The procedure's input: query or body, overridden by path parameters. */
function readInput(
  { method, query, body, params }: FastifyRequest,
  fieldTypes: ReadonlyMap<string, FieldType>,
): Record<string, unknown> {
  const hasBody = method === 'POST' || method === 'PATCH';
  const fields = hasBody ? (body ?? {}) : readQuery(query, fieldTypes);
  if (!isObject(fields)) throw new AppError('BAD_REQUEST', 'The body must be a JSON object');
  return { ...fields, ...(isObject(params) ? params : {}) };
}

/** Converts an OpenAPI path to Fastify's syntax: `{id}` to `:id`. */
function routePath(openApiPath: string): string {
  return openApiPath.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Calls a procedure without an ETag and sends its output. */
async function handle(
  services: Services,
  { call, statusOf, fieldTypes }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const output = await call(requestContext(services, request, reply), readInput(request, fieldTypes));
  const status = statusOf(output);
  if (status === 503) reply.header('retry-after', 5);
  return reply.code(status).send(output);
}

/**
 * Serves a procedure with an ETag: 304 if the client has the current response, the cached bytes if there are any, and
 * otherwise the output of the procedure.
 * @returns the payload; status and headers are set on `reply`
 */
async function handleConditional(
  services: Services,
  cache: ResponseCache,
  readEtag: ReadEtag,
  { name: operation, formats, call, fieldTypes }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | Readable | undefined> {
  const start = performance.now();
  const mediaType = chooseMediaType(request.headers.accept, Object.keys(formats));
  const write = formats[mediaType] ?? JSON.stringify;
  const key = { program: services.programVersion, operation, mediaType };
  const context = requestContext(services, request, reply);
  const input = readInput(request, fieldTypes);
  reply.header('cache-control', 'no-store');
  const version = await readEtag(context, input);
  const produce = async () => {
    const output = await call(context, input);
    return output instanceof JsonStream ? (output.text ?? output) : write(output);
  };
  if (version === undefined) {
    // Nearly always `call` throws here. If the missing data was written meanwhile, the content serves as the version.
    const content = await produce();
    const contentVersion = typeof content === 'string' ? content : content.placeholder;
    return conditionalResponse(request, reply, cache, { ...key, version: contentVersion }).send(content);
  }
  const response = conditionalResponse(request, reply, cache, { ...key, version });
  if (!response.isFresh) return response.send(await produce());
  // Cached bytes count as NOT_MODIFIED, too: the procedure was not called.
  services.observer.operation({
    name: operation,
    code: 'NOT_MODIFIED',
    seconds: (performance.now() - start) / 1000,
  });
  return response.notModified();
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
export async function restRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const operations = restOperations();
  const cache = new ResponseCache();
  for (const operation of operations) {
    const { method, path, readVersion } = operation;
    app.route({
      method,
      url: routePath(path),
      // `conditionalResponse` compresses.
      compress: readVersion ? false : undefined,
      handler: readVersion
        ? (request, reply) => handleConditional(services, cache, readVersion, operation, request, reply)
        : (request, reply) => handle(services, operation, request, reply),
    });
  }
  for (const [path, pathOperations] of Map.groupBy(operations, (operation) => operation.path)) {
    routeOtherMethods(app, path, pathOperations);
  }
}
