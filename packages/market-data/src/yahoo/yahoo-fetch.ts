import * as z from 'zod';
import { cancelBody, isTimeout, maxHistoryMebibytes, readBody } from '../calls/response-body.ts';
import { parseRetryAfter } from '../calls/retry-after.ts';
import { MarketDataError } from '../provider/market-data-error.ts';
import {
  NoPricesError,
  RejectedRequestError,
  UnknownSymbolError,
  YahooOutageError,
  YahooUnreachableError,
} from './calls/yahoo-errors.ts';

/** Codes in the `cause` of an error of Node's `fetch` when no connection was established. */
const connectionErrorCodes = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Codes of failed TLS handshakes that begin otherwise than `CERT_` or `ERR_TLS_CERT_`. */
const certificateErrorCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'INVALID_CA',
  'HOSTNAME_MISMATCH',
]);

/** Statuses that concern one request. Others below 500 (401, 403, redirects) will meet every request. */
const requestStatuses = new Set([400, 404, 410, 414, 422]);

/** JSON has no NaN or Infinity, but some servers write them. Replaced by null, which `cleanBars` rejects. */
const nonJsonNumber = /(?<=[[,:]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g;

const chartPath = '/v8/finance/chart/';
const notFoundBody = z.object({ chart: z.object({ error: z.object({ code: z.literal('Not Found') }) }) });
const noPricesBody = z.object({
  chart: z.object({ error: z.object({ description: z.string().startsWith("Data doesn't exist") }) }),
});

export interface YahooFetchOptions {
  /** Base address: `https://query2.finance.yahoo.com` or a mock server. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  /** The maximum of a body, 16 by default. */
  readonly maxMebibytes?: number;
}

/**
 * A `fetch` for yahoo-finance2: sends its requests to `url`, reads at most `maxMebibytes` before the request's signal
 * aborts and returns successful responses only. Otherwise rejects with `MarketDataError`, `UnknownSymbolError` or
 * `NoPricesError`.
 *
 * The library itself would print the address of each failed request to the console and read a body of any size.
 */
export function createYahooFetch({
  url,
  fetch,
  clock,
  maxMebibytes = maxHistoryMebibytes,
}: YahooFetchOptions): typeof globalThis.fetch {
  const base = url.replace(/\/+$/, '');
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const response = await connect(fetch, `${base}${pathname}${search}`, init);
    if (response.status === 429) {
      cancelBody(response);
      throw new MarketDataError('rate_limited', 'Yahoo Finance is limiting requests', {
        retryAt: parseRetryAfter(response.headers.get('retry-after'), clock()),
      });
    }
    const text = await readText(response, maxMebibytes);
    if (!response.ok) throw statusError(response.status, pathname.startsWith(chartPath) ? text : '');
    // Without headers, so that the library does not store Yahoo's cookies.
    return new Response(
      text.includes('NaN') || text.includes('Infinity') ? text.replace(nonJsonNumber, 'null') : text,
    );
  };
}

async function connect(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit | undefined,
): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' });
  } catch (error) {
    if (isTimeout(error)) throw timedOut(error);
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (connectionErrorCodes.has(code)) throw new YahooUnreachableError({ cause: error });
    if (isCertificateError(code)) throw untrusted(code, error);
    throw connectionLost(error);
  }
}

async function readText(response: Response, maxMebibytes: number): Promise<string> {
  try {
    return await readBody(response, 'Yahoo Finance', maxMebibytes);
  } catch (error) {
    if (error instanceof MarketDataError) throw error;
    throw isTimeout(error) ? timedOut(error) : connectionLost(error);
  }
}

function statusError(status: number, text: string): Error {
  if (status === 404 && matches(notFoundBody, text)) return new UnknownSymbolError();
  if (status === 400 && matches(noPricesBody, text)) return new NoPricesError();
  if (status >= 500) {
    return new YahooOutageError({ message: `Yahoo Finance reported a server error (status ${status})` });
  }
  const message = `Yahoo Finance rejected the request (status ${status})`;
  return requestStatuses.has(status)
    ? new RejectedRequestError(message)
    : new MarketDataError('unavailable', message);
}

function matches(schema: z.ZodType, text: string): boolean {
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function isCertificateError(code: string): boolean {
  return certificateErrorCodes.has(code) || /^(?:ERR_TLS_)?CERT_/.test(code);
}

function untrusted(code: string, cause: unknown): MarketDataError {
  const message = `The TLS certificate of Yahoo Finance is not valid (${code}): the server's clock is wrong, or a proxy replaces the certificate with one that NODE_EXTRA_CA_CERTS does not name`;
  return new YahooOutageError({ message, cause });
}

function timedOut(cause: unknown): MarketDataError {
  return new YahooOutageError({ message: 'Yahoo Finance did not respond in time', cause });
}

function connectionLost(cause: unknown): MarketDataError {
  return new YahooOutageError({ message: 'Yahoo Finance closed the connection early', cause });
}
