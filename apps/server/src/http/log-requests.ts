import type { FastifyInstance } from 'fastify';

/** A hostile address must not fill the disk. */
const longestPath = 200;

/** Names each request, and writes a line when it has been answered. Queries are left out: secrets stray there. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('userId', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    request.log.info(
      {
        method: request.method,
        path: path.slice(0, longestPath),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.userId,
      },
      'request',
    );
  });
}
