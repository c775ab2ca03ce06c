import { AppError } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

function isEmpty({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** JSON bodies, and none other. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const isPlain = isEmpty(request) || ['identity', undefined].includes(request.headers['content-encoding']);
    done(isPlain ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed'));
  });
  app.removeContentTypeParser('text/plain');
}

/**
 * A request without a body is one whatever content type its client names, or none: fetch, axios and curl all send
 * one of their own with an empty POST.
 * @param contentType what is read in its place: Fastify wants none, tRPC wants JSON
 */
export function acceptNoBody(app: FastifyInstance, contentType: 'application/json' | null): void {
  app.addHook('onRequest', (request, _, done) => {
    const { headers } = request.raw;
    if (isEmpty(request) && headers['content-type'] !== (contentType ?? undefined)) {
      if (contentType === null) delete headers['content-type'];
      else headers['content-type'] = contentType;
    }
    done();
  });
}
