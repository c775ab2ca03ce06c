import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Characters, so that long URLs do not fill the disk. */
const maxPathLength = 200;

/** The name of an own instrument says what its user has. */
const ownSymbols = /(?:@|%40)[^/?]*/gi;

/** As users know them. */
const credentialNames = { session: 'sign-in', 'personal-access-token': 'token' } as const;

/** Sets `x-request-id`, and logs each request after its response. Without the query, which may contain secrets. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('userId', null);
  app.decorateRequest('credential', null);
  app.decorateRequest('outputStreams', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // None of the fields below needs redaction, and searching them would cost more than writing them.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const [path = ''] = request.url.split('?').map((part) => part.replaceAll(ownSymbols, '@*'));
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: path.slice(0, maxPathLength),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.userId,
        address: request.ip,
        credential: request.credential && credentialNames[request.credential],
      },
      'request',
    );
    done();
  });
}

/** Logs responses that break off after their headers, which Fastify leaves out with its own lines for each request. */
export class ResponseErrorLog extends LogController {
  override streamError(err: Error & { code?: string }, { id }: FastifyRequest, { log }: FastifyReply): void {
    // The client has closed the connection.
    if (err.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    log.error({ requestId: id, err }, 'response broke off');
  }
}
