import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/** Connections in the kernel backlog are accepted meanwhile: closing the server would reset them. */
const drainMs = 500;

/**
 * On shutdown, rejects requests with 503 and closes each connection after its response: a keep-alive connection would
 * keep the process running.
 */
export function rejectWhileShuttingDown(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    if (app.server.listening) await delay(drainMs);
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isClosing) return done();
    const message = 'The server is shutting down. Try again shortly.';
    done(new AppError('SERVICE_UNAVAILABLE', message, { retryAfterS: 5 }));
  });
}
