import type { FastifyInstance } from 'fastify';

/** A hostile address must not fill the disk. */
const maxPathLength = 200;

/** Names each request, and writes a line when it has been answered. Queries are left out: secrets stray there. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('userId', null);
  app.decorateRequest('jsonStreams', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // Of the few known fields none is to be redacted: looking for it would cost more than writing them.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const [path = ''] = request.url.split('?');
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: path.slice(0, maxPathLength),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.userId,
      },
      'request',
    );
    done();
  });
}
