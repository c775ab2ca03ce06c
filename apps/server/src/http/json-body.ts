import { AppError } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

function isEmpty({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** JSON bodies, and none other. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isEmpty(request) && !['identity', undefined].includes(request.headers['content-encoding'])) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed');
    }
  });
  app.removeContentTypeParser('text/plain');
}

/**
 * A request without a body is one whatever content type its client names, or none: fetch, axios and curl all send
 * one of their own with an empty POST.
 * @param contentType what is read in its place: Fastify wants none, tRPC wants JSON
 */
export function acceptNoBody(app: FastifyInstance, contentType: 'application/json' | null): void {
  app.addHook('onRequest', async (request) => {
    if (!isEmpty(request)) return;
    if (contentType === null) delete request.raw.headers['content-type'];
    else request.raw.headers['content-type'] = contentType;
  });
}
