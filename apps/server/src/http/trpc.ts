import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  AppError,
  type AppRouter,
  appRouter,
  cachingOfProcedures,
  type OutputStream,
  type RequestContext,
  restOperations,
  type Services,
  toAppError,
} from '@stockbook/api';
import { TRPCError } from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { getErrorShape } from '@trpc/server/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConditionalGet, cacheControl } from './cache/conditional-get.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import { createErrorHandler, errorHeaders } from './plugins/error-handler.ts';
import { acceptJsonText } from './plugins/json-body.ts';
import { requestContext } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless the request is an unbatched GET of a procedure whose responses are cached. */
    conditionalGet: ConditionalGet | null;
  }
}

/** Calls in one request. */
const maxBatchedCalls = 20;

/**
 * The procedures that a request calls, from the path that Fastify has decoded. The rate limit, the limit of a batch
 * and tRPC use no other list.
 * @throws AppError BAD_REQUEST if the path can be decoded again, as tRPC does, or has too many calls
 */
function calledProcedures({ '*': path }: { readonly '*': string }): string[] {
  if (path.includes('%')) throw new AppError('BAD_REQUEST', 'The path is percent-encoded more than once');
  const calls = path.split(',');
  if (calls.length <= maxBatchedCalls) return calls;
  throw new AppError('BAD_REQUEST', `A tRPC request can contain at most ${maxBatchedCalls} calls`);
}

function inTurns(): NonNullable<RequestContext['inTurn']> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const result = last.then(call);
    last = result.catch(() => {});
    return result;
  };
}

/** An error that occurs outside of a procedure, as tRPC writes those of procedures. */
function trpcErrorBody(cause: AppError): object {
  const error = new TRPCError({ code: cause.trpcCode, message: cause.message, cause });
  const { _config: config } = appRouter._def;
  const call = { type: 'unknown', path: undefined, input: undefined, ctx: undefined } as const;
  return { error: getErrorShape({ ...call, config, error }) };
}

/**
 * Replaces the placeholder that `JSON.stringify` wrote for each stream in a tRPC response by the stream's text. tRPC
 * itself can only stringify a whole batch at once.
 */
async function* insertStreams(envelope: string, streams: readonly OutputStream[]): AsyncGenerator<string> {
  const parts = streams
    .map((stream) => ({ stream, placeholder: JSON.stringify(stream) }))
    .map(({ stream, placeholder }) => ({
      stream,
      start: envelope.indexOf(placeholder),
      length: placeholder.length,
    }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const { stream, start, length } of parts) {
    yield envelope.slice(end, start);
    yield* stream.json();
    end = start + length;
  }
  yield envelope.slice(end);
}

/** The text of a tRPC response, in pieces if one of its streams is not whole. */
async function contentOf(response: Response, streams: readonly OutputStream[]) {
  const pieces = insertStreams(await response.text(), streams);
  if (streams.some((stream) => stream.text === null)) return pieces;
  return text(pieces);
}

async function payloadOf(request: FastifyRequest, reply: FastifyReply, response: Response) {
  const { conditionalGet, outputStreams } = request;
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  const readContent = () => contentOf(response, outputStreams ?? []);
  if (conditionalGet && response.ok) {
    if (conditionalGet.isCached) await request.server.requestBudget.refundCached(request);
    return conditionalGet.send(reply, readContent);
  }
  const content = await readContent();
  return typeof content === 'string' ? content : Readable.from(content);
}

/**
 * The tRPC API of the web client. Does not use tRPC's Fastify plugin: it would replace the body parser by one that
 * accepts invalid UTF-8, and forms of any length.
 */
export async function trpcRoutes(
  app: FastifyInstance,
  services: Services,
  cache: ResponseCache,
): Promise<void> {
  const caching = cachingOfProcedures();
  const operations = restOperations();
  const weights = new Map(operations.map(({ name, weight }) => [name, weight]));
  /** The request itself has been counted as one. */
  async function chargeCalls(req: FastifyRequest, calls: readonly string[]): Promise<void> {
    const [first = 1, ...others] = calls.map((name) => weights.get(name) ?? 1);
    const further = [first - 1, ...others].filter((weight) => weight > 0);
    if (further.length > 0) await app.requestBudget.chargeAddress(req, further);
  }
  acceptJsonText(app);
  app.setErrorHandler(createErrorHandler(trpcErrorBody));
  app.decorateRequest('conditionalGet', null);
  app.addHook('onSend', async (request, reply, payload) => {
    const isPlain = request.conditionalGet === null && request.outputStreams === null;
    if (isPlain || !(payload instanceof Response)) return payload;
    // Fastify keeps the old payload if a hook returns undefined.
    return (await payloadOf(request, reply, payload)) ?? null;
  });
  const handle = (path: string, req: FastifyRequest, res: FastifyReply) =>
    fastifyRequestHandler<AppRouter, FastifyRequest, FastifyReply>({
      req,
      res,
      path,
      router: appRouter,
      createContext({ info }) {
        const context = requestContext(services, req, res);
        if (info.isBatchCall) return { ...context, inTurn: inTurns() };
        const cachedBy = caching.get(path);
        if (cachedBy === undefined || req.method !== 'GET') return context;
        req.conditionalGet = new ConditionalGet(req.headers, cache, {
          representation: 'application/json by tRPC',
          cacheControl: cacheControl[cachedBy],
          vary: 'authorization, accept-encoding',
        });
        return { ...context, lookUp: req.conditionalGet.lookUp };
      },
      responseMeta({ errors }) {
        // The error of a batch with the longest wait sets the headers.
        const appErrors = errors.map(toAppError).sort((a, b) => (a.retryAfterS ?? 0) - (b.retryAfterS ?? 0));
        const headers = Object.assign({}, ...appErrors.map((error) => errorHeaders(error, req)));
        return { headers: { ...headers, 'cache-control': 'no-store' } };
      },
      onError({ error, path }) {
        const { status, cause } = toAppError(error);
        if (status >= 500) req.log.error({ requestId: req.id, err: cause ?? error, path }, 'request failed');
      },
    });
  // A wildcard, because a parameter's length is limited, and 20 calls can be longer.
  app.all<{ Params: { '*': string } }>(
    '/trpc/*',
    {
      // Each further call counts as a request, and an expensive one as several.
      async onRequest(req) {
        await chargeCalls(req, calledProcedures(req.params));
      },
    },
    (req, res) => {
      // Without a body, the input of each call is an empty object, as over REST.
      if (req.method === 'POST') req.body ||= '{}';
      return handle(calledProcedures(req.params).join(), req, res);
    },
  );
  // Batches with other calls keep the usual limit.
  for (const { name, maxBodyBytes, maxBodyValues, hasBars, isUnparsed } of operations) {
    if (maxBodyBytes === undefined) continue;
    const onRequest = (req: FastifyRequest) => chargeCalls(req, [name]);
    const config = { ...(maxBodyValues === undefined ? {} : { maxBodyValues }), hasBars, isUnparsed };
    app.post(`/trpc/${name}`, { bodyLimit: maxBodyBytes, config, onRequest }, (req, res) =>
      handle(name, req, res),
    );
  }
}
