import type { RequestContext, Services } from '@stockbook/api';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, once that is known. */
    userId: string | null;
  }
}

/** The bearer token of the `authorization` header; a token anywhere else is ignored. */
function bearerOf({ headers }: FastifyRequest): string | null {
  const [, token] = headers.authorization?.match(/^Bearer +(\S+) *$/i) ?? [];
  return token ?? null;
}

/** What a procedure is told of a request, the same through both doors. */
export function requestContext(services: Services, request: FastifyRequest): RequestContext {
  return {
    services,
    requestId: request.id,
    address: request.ip,
    bearer: bearerOf(request),
    identify: (userId) => {
      request.userId = userId;
    },
  };
}
