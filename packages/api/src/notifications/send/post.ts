import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { parseRetryAfter } from '@stockbook/market-data';
import type { AddressGuard } from './address-guard.ts';
import { describeFailure } from './describe-failure.ts';
import type { SendResult } from './destination.ts';

export interface Posting {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Meanings of statuses that are particular to this receiver. */
  readonly failures?: Readonly<Record<number, string>>;
  /** Whether further messages to the same origin are likely to follow at once. */
  readonly isOneOfMany?: boolean;
}

/** Shared by all attempts. */
export interface Outgoing {
  readonly guard: AddressGuard;
  readonly clock: () => Date;
  /** For the whole attempt: name resolution, connection and response. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Keeps connections for postings that are one of many. */
  readonly agent: Agent;
}

/** The time that a connection without a request is kept: shorter than servers keep theirs. */
const maxIdleMs = 1_000;

/**
 * A connection is kept for requests to the same host and port over TLS. It leads to an address that `guard` has judged
 * for just these, so that each notifier needs an agent of its own.
 */
export const createAgent = () => new Agent({ keepAlive: true, timeout: maxIdleMs });

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `The server redirects (${status}): enter the final address`;
  if (status === 401 || status === 403) return `The server refuses access (${status})`;
  if (status === 404) return 'The server does not know this address (404)';
  if (status === 410) return 'The server no longer wants messages at this address (410)';
  if (status === 429) return 'The server receives too many messages (429)';
  return `The server answered ${status}`;
}

/**
 * Sends one POST request. Redirects are not followed, and the body of the response is not read: a connection that
 * brings one is closed. The guard judges each connection.
 */
export async function post(posting: Posting, outgoing: Outgoing, signal?: AbortSignal): Promise<SendResult> {
  const { url, headers, body, failures = {}, isOneOfMany = false } = posting;
  const { guard, clock, timeoutMs, userAgent, agent } = outgoing;
  const isTls = url.protocol === 'https:';
  const isKept = isTls && isOneOfMany;
  const timeout = AbortSignal.timeout(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<SendResult>();
  try {
    guard.assertHost(url);
    const request = (isTls ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: isKept ? agent : false,
      lookup: guard.lookupFor(url),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
        'user-agent': userAgent,
      },
    });
    request.on('error', (error) => {
      // The server has closed a kept connection just now.
      if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
        resolve(post(posting, outgoing, signal));
      } else reject(error);
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (isKept) response.once('data', () => response.destroy());
      else response.destroy();
      const failure = failures[status];
      if (status >= 200 && status < 300 && failure === undefined)
        return resolve({ isDelivered: true, httpStatus: status });
      const retryAt =
        status === 429 || status === 503
          ? parseRetryAfter(response.headers['retry-after'] ?? null, clock())
          : null;
      resolve({
        isDelivered: false,
        httpStatus: status,
        error: failure ?? describeStatus(status),
        ...(retryAt && { retryAt }),
      });
    });
    request.end(body);
    return await promise;
  } catch (error) {
    if (signal?.aborted) throw error;
    const isTimeout = timeout.aborted;
    return {
      isDelivered: false,
      httpStatus: null,
      error: isTimeout
        ? `The server did not answer within ${timeoutMs / 1000} seconds`
        : describeFailure(error),
    };
  }
}
