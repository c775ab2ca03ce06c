import type { Readable } from 'node:stream';
import { OutputStream, type RestOperation, type Services } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConditionalGet, cacheControl } from '../cache/conditional-get.ts';
import { chooseMediaType } from '../cache/content-negotiation.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { requestContext } from '../request-context.ts';
import { contentDisposition } from './content-disposition.ts';
import { readInput } from './read-input.ts';

/**
 * Makes the handler of a procedure that calls `ctx.cached`: 304 if the client has the current response, the stored
 * bytes if there are any, and otherwise the written output. It returns the payload; status and headers are set on
 * `reply`.
 */
export function cachedHandler(
  services: Services,
  cache: ResponseCache,
  { formats, file, cachedBy, call, fieldTypes }: RestOperation,
) {
  const others = Object.keys(formats);
  const vary = ['authorization', ...(others.length > 0 ? ['accept'] : []), 'accept-encoding'].join(', ');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer | Readable | undefined> => {
    const mediaType = file?.mediaType ?? chooseMediaType(request.headers.accept, others);
    const write = file?.write ?? formats[mediaType] ?? JSON.stringify;
    const conditionalGet = new ConditionalGet(request.headers, cache, {
      representation: mediaType,
      cacheControl: cacheControl[cachedBy ?? 'server'],
      vary,
    });
    const context = { ...requestContext(services, request, reply), lookUp: conditionalGet.lookUp };
    const input = readInput(request, fieldTypes);
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
