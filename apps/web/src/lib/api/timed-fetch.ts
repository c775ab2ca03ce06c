import { watchRequest } from './connection.ts';
import { noteServerTime } from './server-clock.ts';

/** How long the client waits for a response; `connectionSentence` states the same number of seconds. */
export const requestTimeoutMs = 10_000;

/** `fetch` with a time-out of `requestTimeoutMs`, combined with the signal of the caller. */
export async function timedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
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
