import { watchRequest } from './connection.ts';

/** How long the client waits for an answer, in milliseconds. */
export const requestTimeoutMs = 10_000;

/** `fetch` that gives up after `requestTimeoutMs`, and still obeys the caller's own signal. */
export async function timedFetch(
  input: RequestInfo | URL | string,
  init: RequestInit = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const over = watchRequest();
  try {
    return await fetch(input, { ...init, signal });
  } finally {
    over();
  }
}
