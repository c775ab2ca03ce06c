import { timedFetch } from '../api/timed-fetch.ts';

/** Answers of a server or proxy that say nothing about the request: contract.md, section 3. */
const unavailableStatuses: readonly number[] = [429, 502, 503, 504];
/** Responses with these statuses must not have a body. */
const statusesWithoutBody: readonly number[] = [204, 205, 304];

/** The server gave no answer, or one that says nothing about the request. The same request may succeed later. */
export class ServerUnavailableError extends Error {
  override readonly name = 'ServerUnavailableError';
  /** How long the server asks to wait before the next request, in milliseconds; 0 if it does not. */
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** `Retry-After` in seconds; its other form, a date, depends on two clocks that may differ. */
function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/**
 * `fetch` for calls that decide about the session. Rejects with a `ServerUnavailableError` if the request was
 * aborted, got no complete answer, or was answered with one of `unavailableStatuses`. The body is read here: an abort
 * while reading it would otherwise look like an unusable answer.
 */
export async function fetchAnswer(
  input: RequestInfo | URL | string,
  init: RequestInit = {},
): Promise<Response> {
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
