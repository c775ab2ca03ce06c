import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@stockbook/api';
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

/**
 * Stops request smuggling and slow requests (Slowloris): answers what Node's parser rejects with the standard error
 * body, and closes the connection.
 */
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
