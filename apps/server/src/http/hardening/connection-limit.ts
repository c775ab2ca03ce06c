import { addressBlock } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/** At most one log line per minute, so that a flood of connections does not flood the log. */
const logIntervalMs = 60_000;

/**
 * Closes connections above the limit of their address block, so that one client cannot use up `maxConnections`.
 * Not applicable behind a proxy, which opens all connections itself.
 */
export function limitConnections({ server, log }: FastifyInstance, maxPerAddress: number): void {
  const open = new Map<string, number>();
  let closed = 0;
  let lastLogMs = Number.NEGATIVE_INFINITY;

  function logClosed(address: string): void {
    closed += 1;
    if (performance.now() - lastLogMs < logIntervalMs) return;
    log.warn({ address, closed, maxPerAddress }, 'connections closed: too many from one address');
    closed = 0;
    lastLogMs = performance.now();
  }

  server.on('connection', (socket) => {
    const address = addressBlock(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > maxPerAddress) {
      socket.destroy();
      logClosed(address);
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const remaining = (open.get(address) ?? 0) - 1;
      if (remaining > 0) open.set(address, remaining);
      else open.delete(address);
    });
  });
}
