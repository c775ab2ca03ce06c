import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/**
 * Whoever is connecting when the server is told to close is let in and answered: the system would reset them. A turn
 * of the event loop lets in one of them, however long a turn may take just then: the last is in when turns pass in
 * which nobody comes. The last is then to be read and routed, a turn each.
 */
const idleTicks = 5;
const turnMs = 40;

/** Where somebody always comes, the door shuts nevertheless. */
const maxLingerMs = 3_000;

/**
 * From the moment it is told to close, the server sends away what still comes in, and closes each connection with
 * the answer it has begun: one kept alive would keep the process alive.
 */
export function rejectWhileShuttingDown(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    await drainBacklog(app);
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

/** Resolves when nobody is waiting to be let in any more. */
async function drainBacklog(app: FastifyInstance): Promise<void> {
  let quiet = 0;
  const startAgain = () => {
    quiet = 0;
  };
  app.server.on('connection', startAgain);
  const giveUp = performance.now() + maxLingerMs;
  while (quiet < idleTicks && performance.now() < giveUp) {
    quiet += 1;
    await delay(turnMs);
    // On a busy machine the delay may be over before the system was asked who is there.
    await turn();
  }
  app.server.off('connection', startAgain);
}
