import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/**
 * Ticks of the event loop without a new connection after which the kernel backlog counts as empty. A tick accepts one
 * connection, and reading and routing its request take a tick each.
 */
const idleTicks = 5;
const tickMs = 40;

/** The server closes after this time even if new connections keep arriving. */
const maxDrainMs = 3_000;

/**
 * On shutdown, rejects requests with 503 and closes each connection after its response: a keep-alive connection would
 * keep the process running.
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
    const message = 'The server is shutting down. Try again shortly.';
    done(new AppError('SERVICE_UNAVAILABLE', message, { retryAfterS: 5 }));
  });
}

/** Accepts the connections still in the kernel backlog: closing the server would reset them. */
async function drainBacklog(app: FastifyInstance): Promise<void> {
  let idle = 0;
  const resetIdle = () => {
    idle = 0;
  };
  app.server.on('connection', resetIdle);
  const deadline = performance.now() + maxDrainMs;
  while (idle < idleTicks && performance.now() < deadline) {
    idle += 1;
    await delay(tickMs);
    // On a busy machine the timer may fire before the event loop has polled for connections.
    await nextTick();
  }
  app.server.off('connection', resetIdle);
}
