import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/**
 * From the moment it is told to close, the server sends away what still comes in over open connections, and
 * closes each connection with the answer it has begun: one kept alive would keep the process alive.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onRequest', async () => {
    if (isClosing) {
      throw new AppError('SERVICE_UNAVAILABLE', 'The server is shutting down. Try again shortly.', {
        retryAfterS: 5,
      });
    }
  });
}
