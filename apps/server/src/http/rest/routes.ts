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

/** A query holds text: the field as its procedure takes it, if it is spelled as JSON spells it. */
function readField(value: unknown, type: FieldType | undefined): unknown {
  // A list is its parameter repeated, or one parameter with commas.
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

/** A request's input as its procedure takes it: the query or the body, and the path's parameters above both. */
function inputOf(
  { method, query, body, params }: FastifyRequest,
  fieldTypes: ReadonlyMap<string, FieldType>,
): Record<string, unknown> {
  const hasBody = method === 'POST' || method === 'PATCH';
  const given = hasBody ? (body ?? {}) : readQuery(query, fieldTypes);
  if (!isObject(given)) throw new AppError('BAD_REQUEST', 'The body must be a JSON object');
  return { ...given, ...(isObject(params) ? params : {}) };
}

/** Fastify's spelling of an OpenAPI path. */
function routePath(openApiPath: string): string {
  return openApiPath.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Calls a procedure whose answers name no version. */
async function answer(
  services: Services,
  { call, statusOf, fieldTypes }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const output = await call(requestContext(services, request, reply), inputOf(request, fieldTypes));
  const status = statusOf(output);
  if (status === 503) reply.header('retry-after', 5);
  return reply.code(status).send(output);
}

/**
 * Calls a procedure whose answers name their version, unless the answer of that version is known.
 * @returns what is sent; its headers are set
 */
async function answerVersion(
  services: Services,
  kept: ResponseCache,
  readVersion: ReadEtag,
  { name: operation, formats, call, fieldTypes }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | Readable | undefined> {
  const start = performance.now();
  const mediaType = chooseMediaType(request.headers.accept, Object.keys(formats));
  const write = formats[mediaType] ?? JSON.stringify;
  const key = { program: services.programVersion, operation, mediaType };
  const context = requestContext(services, request, reply);
  const input = inputOf(request, fieldTypes);
  reply.header('cache-control', 'no-store');
  const version = await readVersion(context, input);
  const make = async () => {
    const output = await call(context, input);
    return output instanceof JsonStream ? (output.text ?? output) : write(output);
  };
  if (version === undefined) {
    // Nearly always this refuses. Otherwise what was missing has come meanwhile, and its text stands for its version.
    const made = await make();
    const ofText = typeof made === 'string' ? made : made.placeholder;
    return conditionalResponse(request, reply, kept, { ...key, version: ofText }).send(made);
  }
  const answer = conditionalResponse(request, reply, kept, { ...key, version });
  if (!answer.isFresh) return answer.send(await make());
  services.observer.operation({
    name: operation,
    code: 'KNOWN',
    seconds: (performance.now() - start) / 1000,
  });
  return answer.notModified();
}

const everyMethod: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Tells which methods a path has, to who asks for them (OPTIONS) and to who sends another one (405). */
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
      throw new AppError('METHOD_NOT_SUPPORTED', `This address takes ${allow}`);
    },
  });
}

/**
 * The door of everybody else: each procedure with OpenAPI metadata is a route. Routing, percent-decoding and
 * body parsing are Fastify's; but for numbers, booleans and lists of a query the input goes to the procedure as it
 * is, and is not coerced (docs/decisions/001-trpc-openapi.md).
 */
export async function restRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const operations = restOperations();
  const kept = new ResponseCache();
  for (const operation of operations) {
    const { method, path, readVersion } = operation;
    app.route({
      method,
      url: routePath(path),
      // Kept answers are compressed when they are made.
      compress: readVersion ? false : undefined,
      handler: readVersion
        ? (request, reply) => answerVersion(services, kept, readVersion, operation, request, reply)
        : (request, reply) => answer(services, operation, request, reply),
    });
  }
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    routeOtherMethods(app, path, ofPath);
  }
}
