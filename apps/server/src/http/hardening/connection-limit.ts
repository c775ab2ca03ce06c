import type { Socket } from 'node:net';
import { AppError, addressBlock } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';
import { rawResponse } from './client-errors.ts';

/** At most one log line per minute, so that a flood of connections does not flood the log. */
const logIntervalMs = 60_000;

/** How long a refused client may take to read its response and to close the connection. */
const lingerMs = 1_000;

/**
 * Refused connections that are waited for at a time. In a flood, the others are closed as soon as the response is
 * sent.
 */
const maxLingering = 100;

/**
 * Stops one client from using up all connections: refuses those above `total`, and above `perAddress` of an address
 * block. A refused connection gets 503, and its requests are not read.
 */
export function limitConnections(
  { server, log }: FastifyInstance,
  { total, perAddress }: { readonly total: number; readonly perAddress: number },
): void {
  const open = new Map<string, number>();
  let count = 0;
  let refused = 0;
  let lastLogMs = Number.NEGATIVE_INFINITY;
  const refuse = createRefusal();

  function logRefused(address: string): void {
    refused += 1;
    if (performance.now() - lastLogMs < logIntervalMs) return;
    log.warn({ address, refused, total, perAddress }, 'connections refused: too many');
    refused = 0;
    lastLogMs = performance.now();
  }

  function add(address: string, change: number): void {
    count += change;
    const ofAddress = (open.get(address) ?? 0) + change;
    if (ofAddress > 0) open.set(address, ofAddress);
    else open.delete(address);
  }

  // Node's own listener, which would parse and route what a refused client sends.
  const parsers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    // The client has reset the connection while it waited. What it sent would be a request without an address.
    if (socket.remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const address = addressBlock(socket.remoteAddress);
    if (count >= total || (open.get(address) ?? 0) >= perAddress) {
      refuse(socket);
      logRefused(address);
      return;
    }
    add(address, 1);
    socket.once('close', () => add(address, -1));
    for (const parse of parsers) parse.call(server, socket);
  });
}

/** @returns a function that answers a connection with 503 and closes it */
function createRefusal(): (socket: Socket) => void {
  let lingering = 0;
  return (socket) => {
    // The client may have closed the connection.
    socket.on('error', () => {});
    const error = new AppError('SERVICE_UNAVAILABLE', 'Too many connections. Try again shortly.', {
      retryAfterS: 5,
    });
    if (lingering >= maxLingering) {
      socket.end(rawResponse(error), () => socket.destroy());
      return;
    }
    lingering += 1;
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => {
      lingering -= 1;
      clearTimeout(timer);
    });
    // Closing a connection with unread bytes resets it, and the client may lose the response.
    socket.resume();
    socket.end(rawResponse(error));
  };
}
