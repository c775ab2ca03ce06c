import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/**
 * JSON bodies, and none other. A request without a body is one whatever content type its client names: fetch,
 * axios and curl all send one of their own with an empty POST.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const isEmpty =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    if (isEmpty) delete headers['content-type'];
    else if (!['identity', undefined].includes(headers['content-encoding'])) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed');
    }
  });
  app.removeContentTypeParser('text/plain');
}
