import { AppError } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

function isEmpty({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/**
 * JSON bodies, and none other. A request without a body is one whatever content type its client names, or none: fetch,
 * axios and curl all send one of their own with an empty POST, and some announce chunks of which none comes.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const isPlain = isEmpty(request) || ['identity', undefined].includes(request.headers['content-encoding']);
    done(isPlain ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed'));
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  );
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_, body, done) =>
    done(body === '' ? null : notJson()),
  );
}

export function notJson(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: send content-type application/json');
}

/** tRPC takes a request without a body only where its content type is JSON nevertheless. */
export function nameNoBodyJson(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    if (isEmpty(request)) request.raw.headers['content-type'] = 'application/json';
    done();
  });
}
