import {
  AppError,
  type ReadVersion,
  type RestOperation,
  restOperations,
  type Services,
} from '@stockbook/api';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { KeptAnswers } from './kept-answers.ts';
import { chooseMediaType } from './media-type.ts';
import { requestContext } from './request-context.ts';
import { versionedAnswer } from './versioned-answer.ts';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** In a query all is text: what the procedure takes as a whole number is one where it is spelled as JSON spells it. */
function readNumbers(query: unknown, wholeNumbers: ReadonlySet<string>): Record<string, unknown> {
  const isNumber = (name: string, value: unknown) =>
    wholeNumbers.has(name) && typeof value === 'string' && /^(0|[1-9]\d{0,8})$/.test(value);
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value]),
  );
}

/** A request's input as its procedure takes it: the query or the body, and the path's parameters above both. */
function inputOf(
  { method, query, body, params }: FastifyRequest,
  wholeNumbers: ReadonlySet<string>,
): Record<string, unknown> {
  const hasBody = method === 'POST' || method === 'PATCH';
  const given = hasBody ? (body ?? {}) : readNumbers(query, wholeNumbers);
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
  { call, statusOf, wholeNumbers }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const output = await call(requestContext(services, request), inputOf(request, wholeNumbers));
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
  kept: KeptAnswers,
  readVersion: ReadVersion,
  { name: operation, formats, call, wholeNumbers }: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | undefined> {
  const start = performance.now();
  const mediaType = chooseMediaType(request.headers.accept, Object.keys(formats));
  const write = formats[mediaType] ?? JSON.stringify;
  const key = { program: services.programVersion, operation, mediaType };
  const context = requestContext(services, request);
  const input = inputOf(request, wholeNumbers);
  reply.header('cache-control', 'no-store');
  const version = await readVersion(context, input);
  const make = async () => write(await call(context, input));
  if (version === undefined) {
    // Nearly always this refuses. Otherwise what was missing has come meanwhile, and its text stands for its version.
    const text = await make();
    return versionedAnswer(request, reply, kept, { ...key, version: text }).made(text);
  }
  const answer = versionedAnswer(request, reply, kept, { ...key, version });
  if (!answer.isKnown) return answer.made(await make());
  services.observer.operation({
    name: operation,
    code: 'KNOWN',
    seconds: (performance.now() - start) / 1000,
  });
  return answer.known();
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
 * body parsing are Fastify's; but for the whole numbers of a query the input goes to the procedure as it is, and is
 * coerced by nobody (docs/decisions/001-trpc-openapi.md).
 */
export async function restDoor(app: FastifyInstance, services: Services): Promise<void> {
  const operations = restOperations();
  const kept = new KeptAnswers();
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
