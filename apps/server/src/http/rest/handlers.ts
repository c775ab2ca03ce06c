import { Readable } from 'node:stream';
import {
  AppError,
  authenticateCall,
  type Execute,
  type FieldType,
  hasLocation,
  type OutputFile,
  OutputStream,
  type RestOperation,
  requireWriteScope,
  runOnce,
  type Services,
} from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConditionalGet, cacheControl, chooseMediaType } from '../cache/conditional-get.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
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

/**
 * The procedure's input: body or query, overridden by path parameters. Some clients send a body with DELETE, too. Some
 * operations with a body take a few fields out of the query.
 */
function readInput(
  { method, query, body, params }: FastifyRequest,
  { fieldTypes, queryFields }: Pick<RestOperation, 'fieldTypes' | 'queryFields'>,
): Record<string, unknown> {
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method) || (method === 'DELETE' && isObject(body));
  const fields = hasBody ? (body === undefined ? {} : body) : readQuery(query, fieldTypes);
  if (!isObject(fields)) throw new AppError('BAD_REQUEST', 'The body must be a JSON object');
  const ofQuery = hasBody && queryFields.length > 0 ? readQuery(query, fieldTypes) : {};
  const taken = Object.fromEntries(Object.entries(ofQuery).filter(([name]) => queryFields.includes(name)));
  return { ...fields, ...taken, ...(isObject(params) ? params : {}) };
}

/** The header that makes a browser save the response as a file. Names of files have no quotes: they need no escape. */
function contentDisposition({ name }: OutputFile, input: Readonly<Record<string, unknown>>): string {
  return `attachment; filename="${name(input)}"`;
}

function mediaTypeOf({ mediaType }: OutputFile, input: Readonly<Record<string, unknown>>): string {
  return typeof mediaType === 'string' ? mediaType : mediaType.of(input);
}

/** Calls a procedure and sends its output. */
export async function handle(
  services: Services,
  operation: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { call, statusOf, locationOf, file, formats } = operation;
  reply.header('cache-control', 'no-store');
  const input = readInput(request, operation);
  const output = await call(requestContext(services, request, reply), input);
  const status = statusOf(output);
  if (status === 503) reply.header('retry-after', 5);
  const location = hasLocation(status) ? locationOf(output, input) : null;
  if (location !== null) reply.header('location', `/api${location}`);
  reply.code(status);
  if (file === undefined) return sendNegotiated(formats, output, request, reply);
  reply.header('content-disposition', contentDisposition(file, input));
  reply.header('content-type', `${mediaTypeOf(file, input)}; charset=utf-8`);
  if (output instanceof OutputStream) return reply.send(Readable.from(output.pieces()));
  return reply.send(file.write ? file.write(output) : JSON.stringify(output));
}

/** Answers HEAD without a call, to a caller who may make it. It counts like the GET. */
export async function sendType(
  services: Services,
  operation: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, file, weight } = operation;
  reply.header('cache-control', 'no-store');
  const context = requestContext(services, request, reply);
  const { user } = await authenticateCall(context, name);
  if (weight > 1) await context.admitUser(user.id, weight - 1);
  const mediaType = file ? mediaTypeOf(file, readInput(request, operation)) : 'application/json';
  return reply.type(`${mediaType}; charset=utf-8`).send();
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

/**
 * Makes the handler of a procedure that calls `ctx.cached`: 304 if the client has the current response, the stored
 * bytes if there are any, and otherwise the written output. It returns the payload; status and headers are set on
 * `reply`.
 */
export function cachedHandler(services: Services, cache: ResponseCache, operation: RestOperation) {
  const { formats, file, cachedBy, call } = operation;
  const others = Object.keys(formats);
  const vary = ['authorization', ...(others.length > 0 ? ['accept'] : []), 'accept-encoding'].join(', ');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer | Readable | undefined> => {
    // Read here, because they are found on first use.
    const input = readInput(request, operation);
    const mediaType = file ? mediaTypeOf(file, input) : chooseMediaType(request.headers.accept, others);
    const write = file?.write ?? formats[mediaType] ?? JSON.stringify;
    const conditionalGet = new ConditionalGet(request.headers, cache, {
      representation: mediaType,
      cacheControl: cacheControl[cachedBy ?? 'server'],
      vary,
    });
    const context = { ...requestContext(services, request, reply), lookUp: conditionalGet.lookUp };
    const output = await call(context, input);
    const payload = await conditionalGet.send(reply, () =>
      output instanceof OutputStream ? (output.text ?? output.pieces()) : write(output),
    );
    if (conditionalGet.isCached) await request.server.requestBudget.refundCached(request);
    if (payload === undefined) return;
    reply.header('content-type', `${mediaType}; charset=utf-8`);
    if (file) reply.header('content-disposition', contentDisposition(file, input));
    return payload;
  };
}

/**
 * Serves a request with an idempotency key: executes it, or sends the stored response to an equal request. Both
 * require that the caller may execute it now, and count against the limit of the user.
 */
export async function handleIdempotent(
  services: Services,
  operation: RestOperation,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { name, call, hasExternalEffect, statusOf, locationOf } = operation;
  reply.header('cache-control', 'no-store');
  const context = requestContext(services, request, reply);
  const input = readInput(request, operation);
  const principal = await authenticateCall(context, name);
  requireWriteScope(principal);

  function responseTo(output: object) {
    const status = statusOf(output);
    const location = hasLocation(status) ? locationOf(output, input) : null;
    return { status, location, body: JSON.stringify(output) };
  }

  const execute: Execute = async (store) => {
    const storeOutput: typeof context.storeOutput = (tx, output) => store(tx, responseTo(output));
    return responseTo(await call({ ...context, principal, storeOutput }, input));
  };
  // The text, because an input that can be parsed may be nested too deeply to be serialized.
  const content = [
    name,
    request.params,
    request.bodyText,
    ...operation.queryFields.map((field) => input[field]),
  ];
  const repeatable = { userId: principal.user.id, key, content, hasExternalEffect };
  const { status, location, body } = await runOnce(services, repeatable, execute);
  if (location !== null) reply.header('location', `/api${location}`);
  reply.code(status).type('application/json; charset=utf-8');
  return body;
}
