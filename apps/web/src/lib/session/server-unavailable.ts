import { timedFetch } from '../api/timed-fetch.ts';

/** Statuses of a server or proxy that do not concern the request itself: contract.md, section 3. */
const unavailableStatuses: readonly number[] = [429, 502, 503, 504];
/** `new Response` throws for a body with these statuses. */
const statusesWithoutBody: readonly number[] = [204, 205, 304];

/** There was no response, or one of `unavailableStatuses`. The same request may succeed later. */
export class ServerUnavailableError extends Error {
  override readonly name = 'ServerUnavailableError';
  /** `Retry-After` in milliseconds; 0 if missing. */
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** `Retry-After` in milliseconds; 0 if missing. Seconds only: a date would depend on two clocks. */
export function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/**
 * `fetch` for calls that decide about the session. Rejects with a `ServerUnavailableError` if the request was aborted,
 * the response was incomplete, or its status is one of `unavailableStatuses`. Reads the body here, because an abort
 * while reading it would otherwise look like an invalid response.
 */
export async function fetchAnswer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  try {
    const response = await timedFetch(input, init);
    const { status, headers } = response;
    if (unavailableStatuses.includes(status)) {
      throw new ServerUnavailableError(`The server answered ${status}.`, {
        retryAfterMs: retryAfterMs(response),
      });
    }
    const body = statusesWithoutBody.includes(status) ? null : await response.text();
    return new Response(body, { status, headers });
  } catch (cause) {
    if (cause instanceof ServerUnavailableError) throw cause;
    throw new ServerUnavailableError('The server did not answer.', { cause });
  }
}
