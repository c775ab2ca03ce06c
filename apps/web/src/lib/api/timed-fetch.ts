import { watchRequest } from './connection.ts';
import { noteServerTime } from './server-clock.ts';

/** How long the client waits for a response. */
export const requestTimeoutMs = 10_000;

/** In characters of a body per millisecond: the slowest connection on which a file can be sent. */
const minUploadRate = 20;

/**
 * `fetch` with a time-out of `requestTimeoutMs`, and the time that sending the body may take, combined with the signal
 * of the caller.
 */
export async function timedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { length } = String(init.body ?? '');
  const timeout = AbortSignal.timeout(requestTimeoutMs + Math.floor(length / minUploadRate));
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const onEnd = watchRequest();
  try {
    const response = await fetch(input, { ...init, signal });
    noteServerTime(response.headers.get('date'));
    return response;
  } finally {
    onEnd();
  }
}
