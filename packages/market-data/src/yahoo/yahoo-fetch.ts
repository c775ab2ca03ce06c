import * as z from 'zod';
import { dayMs } from '../bars/calendar-date.ts';
import { MarketDataError } from '../provider/market-data-error.ts';
import {
  NoPricesAnswer,
  RejectedRequestError,
  UnknownSymbolAnswer,
  YahooOutageError,
  YahooUnreachableError,
} from './calls/yahoo-errors.ts';

/** Fifty years of daily bars are two megabytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What Node's `fetch` names as the cause when no connection came about. */
const NO_CONNECTION = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Statuses that are about one request. Others below 500 (401, 403, redirects) refuse this server as a whole. */
const requestStatuses = new Set([400, 404, 410, 414, 422]);

/** JSON has no such numbers, but some servers write them; they become null, which is left out later. */
const NOT_IN_JSON = /(?<=[[,:]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g;

const CHART_PATH = '/v8/finance/chart/';
const notFoundBody = z.object({ chart: z.object({ error: z.object({ code: z.literal('Not Found') }) }) });
const noPricesBody = z.object({
  chart: z.object({ error: z.object({ description: z.string().startsWith("Data doesn't exist") }) }),
});

export interface YahooFetchOptions {
  /** Where Yahoo is, `https://query2.finance.yahoo.com` or a stand-in. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
}

/**
 * The `fetch` that yahoo-finance2 is given: sends its requests to `url`, reads the body up to 16 MB within the
 * time of the request's signal, and hands on nothing but status 200. All else rejects with a `MarketDataError`, an
 * `UnknownSymbolAnswer` or a `NoPricesAnswer`.
 *
 * The library would print the address of each failed request to the console, and read a body of any size.
 */
export function createYahooFetch({ url, fetch, clock }: YahooFetchOptions): typeof globalThis.fetch {
  const base = url.replace(/\/+$/, '');
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const response = await connect(fetch, `${base}${pathname}${search}`, init);
    if (response.status === 429) {
      // Nobody waits for the rest: it may be endless, and what becomes of it changes nothing.
      response.body?.cancel().catch(() => {});
      throw new MarketDataError('rate_limited', 'Yahoo Finance is limiting requests', {
        retryAt: parseRetryAfter(response.headers.get('retry-after'), clock()),
      });
    }
    const text = await readBody(response);
    if (!response.ok) throw refusal(response.status, pathname.startsWith(CHART_PATH) ? text : '');
    // A new response: the library shall not keep Yahoo's cookies.
    return new Response(
      text.includes('NaN') || text.includes('Infinity') ? text.replace(NOT_IN_JSON, 'null') : text,
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
    if (isTimeout(error)) throw tooSlow(error);
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause && NO_CONNECTION.has(String(cause.code))) {
      throw new YahooUnreachableError({ cause: error });
    }
    throw brokenOff(error);
  }
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > MOST_BYTES) break;
      text += decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    throw isTimeout(error) ? tooSlow(error) : brokenOff(error);
  }
  if (bytes > MOST_BYTES) {
    throw new MarketDataError('bad_data', 'Yahoo Finance sent an answer that is too large to be true');
  }
  return text + decoder.decode();
}

function refusal(status: number, text: string): Error {
  if (status === 404 && matches(notFoundBody, text)) return new UnknownSymbolAnswer();
  if (status === 400 && matches(noPricesBody, text)) return new NoPricesAnswer();
  if (status >= 500) {
    return new YahooOutageError({ message: `Yahoo Finance has a fault of its own (status ${status})` });
  }
  const message = `Yahoo Finance refused the request (status ${status})`;
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

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function tooSlow(cause: unknown): MarketDataError {
  return new YahooOutageError({ message: 'Yahoo Finance took too long to answer', cause });
}

function brokenOff(cause: unknown): MarketDataError {
  return new YahooOutageError({ message: 'Yahoo Finance broke off its answer', cause });
}

/**
 * The instant in a `retry-after` header, given as seconds from `now` or as an HTTP date (RFC 9110, section 10.2.3), at
 * most a day from `now`. Null if the header is malformed or the instant has passed.
 */
export function parseRetryAfter(header: string | null, now: Date): Date | null {
  if (header === null) return null;
  const text = header.trim();
  const instant = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(instant) || instant <= now.getTime()) return null;
  return new Date(Math.min(instant, now.getTime() + dayMs));
}
