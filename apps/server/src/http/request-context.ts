import type { JsonStream, RequestContext, Services } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, once that is known. */
    userId: string | null;
    /** The streams of which its response is made. */
    jsonStreams: JsonStream[] | null;
  }
}

/** The bearer token of the `authorization` header; a token anywhere else is ignored. */
function resolvePrincipal({ headers }: FastifyRequest): string | null {
  const [, token] = headers.authorization?.match(/^Bearer +(\S+) *$/i) ?? [];
  return token ?? null;
}

/** What a procedure is told of a request, the same through both doors. */
export function requestContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext {
  return {
    services,
    requestId: request.id,
    address: request.ip,
    bearer: resolvePrincipal(request),
    onAuthenticated: (userId) => {
      request.userId = userId;
    },
    adopt(stream) {
      request.jsonStreams = [...(request.jsonStreams ?? []), stream];
      if (reply.raw.closed) void stream.close();
      else reply.raw.once('close', () => void stream.close());
    },
  };
}
