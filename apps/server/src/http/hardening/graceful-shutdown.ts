import { setTimeout as delay, setImmediate as loopTurn } from 'node:timers/promises';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/** Clients and proxies that have not noticed the shutdown yet are answered meanwhile. */
const drainMs = 500;

/** A flood of new connections delays the end by no more than this. */
const maxDrainMs = 3_000;

/**
 * On shutdown, rejects requests with 503 and closes each connection after its response: a keep-alive connection would
 * keep the process running.
 */
export function rejectWhileShuttingDown(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    if (app.server.listening) await acceptWhatWaits(app);
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

/**
 * Waits until no connection is left in the kernel's backlog and the requests of those accepted have been read: closing
 * the server would reset both. libuv accepts one connection in a turn of the event loop, and reads from it in the next.
 */
async function acceptWhatWaits({ server }: FastifyInstance): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  const endMs = performance.now() + maxDrainMs;
  await delay(drainMs);
  let before: number;
  do {
    before = accepted;
    await loopTurn();
    await loopTurn();
  } while (accepted > before && performance.now() < endMs);
  server.off('connection', count);
}
