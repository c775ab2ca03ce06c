import { once } from 'node:events';
import { request } from 'node:http';

/** A request in progress. */
export interface BegunRequest {
  /** Resolves when the kernel has accepted the whole request: from then on the server must respond. */
  readonly sent: Promise<unknown>;
  /** Resolves with the status, or with the reason why no response arrived. */
  readonly end: Promise<number | string>;
}

/** Sends a request to a server's REST API. */
export function begin(
  serverUrl: string,
  method: string,
  path: string,
  token: string,
  body?: string,
): BegunRequest {
  const begun = request(`${serverUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  const end = new Promise<number | string>((resolve) => {
    begun.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    begun.on('response', (response) => {
      response.on('error', (error) => resolve(error.message));
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  const sent = Promise.race([once(begun, 'finish'), end]);
  begun.end(body);
  return { sent, end };
}
