import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/**
 * Whoever is connecting when the server is told to close is let in and answered: the system would reset them. To be
 * let in, to be read and to be routed takes a turn of the event loop each, however long a turn may take just then.
 */
const lingerTurns = 5;
const turnMs = 40;

/**
 * From the moment it is told to close, the server sends away what still comes in over open connections, and
 * closes each connection with the answer it has begun: one kept alive would keep the process alive.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    for (let turn = 0; turn < lingerTurns; turn += 1) await delay(turnMs);
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isClosing) return done();
    const sentence = 'The server is shutting down. Try again shortly.';
    done(new AppError('SERVICE_UNAVAILABLE', sentence, { retryAfterS: 5 }));
  });
}
