import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/** What Node refuses before there is a request to route, in our words. */
function translate(code: string): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('TIMEOUT', 'The request was not sent whole in time');
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('BAD_REQUEST', 'The headers are larger than 16 KiB');
  return new AppError('BAD_REQUEST', 'The request is not valid HTTP');
}

/** Answers a connection whose request is no valid HTTP, or does not arrive, in the one shape; then closes it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // Node's own handler looks at the same field: an answer that has begun cannot be followed by another.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse };
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, body } = translate(error.code ?? '');
  const payload = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(payload)}`,
      'cache-control: no-store',
      `x-request-id: ${randomUUID()}`,
      'connection: close',
      '',
      payload,
    ].join('\r\n'),
  );
}

/** RFC 9112, 3.2. Node would refuse these itself, with an empty body. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    const isNameless = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(isNameless ? new AppError('BAD_REQUEST', 'The request names no host') : undefined);
  });
}

/**
 * RFC 9110, 10.1.1: an expectation that nobody knows may be passed over. Node would refuse it itself, with an empty
 * body.
 */
export function ignoreExpectHeader({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
