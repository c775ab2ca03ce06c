import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';
import { securityHeaders } from '../plugins/security.ts';

/** The error for a request that Node's HTTP parser rejects before it can be routed. */
function translate(code: string): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('TIMEOUT', 'The request was not sent whole in time');
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('BAD_REQUEST', 'The headers are larger than 16 KiB');
  return new AppError('BAD_REQUEST', 'The request is not valid HTTP');
}

/** Sends the standard error body for a request that is not valid HTTP or incomplete, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // Node's own handler reads this private field, too: no error can follow a response whose headers were sent.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse };
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(rawResponse(translate(error.code ?? '')));
}

/** The bytes of an error response, for a connection without a parsed request. */
export function rawResponse({ status, retryAfterS, body }: AppError): string {
  const payload = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(payload)}`,
    'cache-control: no-store',
    ...(retryAfterS === undefined ? [] : [`retry-after: ${retryAfterS}`]),
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${randomUUID()}`,
    'connection: close',
    '',
    payload,
  ].join('\r\n');
}

/** Requires one `host` (RFC 9112, 3.2). Node's own check answers with an empty body, and accepts several. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    // Names and values alternate. Every request comes here: few names have four letters.
    const isHost = (text: string, index: number) =>
      index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
    const count = raw.rawHeaders.filter(isHost).length;
    const isValid = count === 1 || (count === 0 && raw.httpVersion === '1.0');
    done(isValid ? undefined : new AppError('BAD_REQUEST', 'The request must name one host'));
  });
}

/** Ignores unknown expectations, as RFC 9110, 10.1.1 allows. Node's own check answers with an empty body. */
export function ignoreExpectHeader({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
