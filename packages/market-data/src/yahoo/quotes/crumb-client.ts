import { cancelBody, isTimeout, maxQuoteMebibytes, readBody } from '../../calls/response-body.ts';
import { parseRetryAfter } from '../../calls/retry-after.ts';
import { MarketDataError } from '../../provider/market-data-error.ts';
import { YahooOutageError, YahooUnreachableError } from '../calls/yahoo-errors.ts';
import { quoteFields } from './quote-schema.ts';

/** Crumbs have 11 characters; Yahoo has served "Too Many Requests" as one. */
const maxCrumbLength = 20;

const hosts = ['finance.yahoo.com', 'query1.finance.yahoo.com', 'query2.finance.yahoo.com'];
const consentHosts = ['guce.yahoo.com', 'consent.yahoo.com'];

/** Yahoo accepts the cookies or the crumb no more. */
export class UnauthorizedError extends Error {}

/** No crumb can be had: Yahoo asks for consent, or sends something else. */
export class RefusedHandshakeError extends Error {}

export interface CrumbClientOptions {
  /** The base address of a mock server; null for Yahoo's own hosts. */
  readonly mockUrl: string | null;
  readonly userAgent: string;
  /** Whether Yahoo's page about cookies is answered for the operator. */
  readonly acceptsConsent: boolean;
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  readonly timeoutMs: number;
}

/** A client of `/v7/finance/quote`, with cookies in memory. */
export interface CrumbClient {
  /**
   * The entries of the answer, not validated.
   * @throws UnauthorizedError, RefusedHandshakeError, MarketDataError; no error has the crumb, a cookie or an address
   */
  quote(symbols: readonly string[]): Promise<unknown>;
}

const silent = { info: ignore, warn: ignore, error: ignore, debug: ignore, dir: ignore };

/** A new client has an empty jar: the library keeps a crumb even when its cookies have expired. */
export function createCrumbClient(options: CrumbClientOptions): CrumbClient {
  /** Whether the handshake has succeeded. */
  let hasCrumb = false;

  async function load() {
    const { default: YahooFinance } = await import('yahoo-finance2');
    const { ExtendedCookieJar } = await import('yahoo-finance2/lib/cookieJar');
    return new YahooFinance({
      cookieJar: new ExtendedCookieJar(),
      fetch: createHandshakeFetch(options, () => {
        hasCrumb = true;
      }),
      fetchOptions: { headers: { 'User-Agent': options.userAgent } },
      queue: { concurrency: Number.POSITIVE_INFINITY },
      validation: { logErrors: false, logOptionsErrors: false },
      versionCheck: false,
      suppressNotices: ['yahooSurvey'],
      logger: silent,
    });
  }
  let loaded: ReturnType<typeof load> | undefined;

  return {
    async quote(symbols) {
      loaded ??= load();
      const library = await loaded;
      try {
        return await library.quote(
          [...symbols],
          // The library's type of a field is a union of 200 names.
          { fields: quoteFields as NonNullable<Parameters<typeof library.quote>[1]>['fields'] },
          { validateResult: false, fetchOptions: { signal: AbortSignal.timeout(options.timeoutMs) } },
        );
      } catch (error) {
        throw safeError(error, hasCrumb);
      }
    },
  };
}

/** Errors of the library quote answers and addresses, which can have the crumb: only ours are passed on. */
function safeError(error: unknown, hasCrumb: boolean): Error {
  if (
    error instanceof MarketDataError ||
    error instanceof UnauthorizedError ||
    error instanceof RefusedHandshakeError
  ) {
    return error;
  }
  if (!hasCrumb) return new RefusedHandshakeError('Yahoo Finance sends no cookies');
  return new MarketDataError('bad_data', 'Yahoo Finance sent an unreadable response');
}

function createHandshakeFetch(
  { mockUrl, acceptsConsent, fetch, clock }: CrumbClientOptions,
  onCrumb: () => void,
): typeof globalThis.fetch {
  const allowed = new Set(acceptsConsent ? [...hosts, ...consentHosts] : hosts);
  const mockBase = mockUrl?.replace(/\/+$/, '');

  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:' || !allowed.has(url.host)) {
      throw new RefusedHandshakeError('Yahoo Finance asks for consent to cookies');
    }
    const headers = new Headers(init?.headers);
    if (mockBase !== undefined) headers.set('x-forwarded-host', url.host);
    const target = mockBase === undefined ? url.href : `${mockBase}${url.pathname}${url.search}`;
    const response = await connect(fetch, target, { ...init, headers, redirect: 'manual' });
    if (response.status === 401) {
      cancelBody(response);
      throw new UnauthorizedError('Yahoo Finance does not accept the crumb');
    }
    if (response.status === 429) {
      cancelBody(response);
      throw new MarketDataError('rate_limited', 'Yahoo Finance is limiting requests', {
        retryAt: parseRetryAfter(response.headers.get('retry-after'), clock()),
      });
    }
    if (response.status >= 400) {
      cancelBody(response);
      throw statusError(response.status);
    }
    const text = await readText(response);
    if (url.pathname === '/v1/test/getcrumb') assertCrumb(text);
    if (url.pathname === '/v7/finance/quote') onCrumb();
    // A redirect has no body that matters, and the constructor accepts none with some statuses.
    return new Response(response.status >= 300 ? null : text, {
      status: response.status,
      headers: response.headers,
    });
  };
}

function assertCrumb(crumb: string): void {
  if (crumb !== '' && crumb.length <= maxCrumbLength && !/\s/.test(crumb)) return;
  throw new RefusedHandshakeError('Yahoo Finance sends no crumb');
}

async function connect(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (isTimeout(error)) throw new YahooOutageError({ message: 'Yahoo Finance did not respond in time' });
    throw new YahooUnreachableError();
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await readBody(response, 'Yahoo Finance', maxQuoteMebibytes);
  } catch (error) {
    if (error instanceof MarketDataError) throw error;
    const what = isTimeout(error) ? 'did not respond in time' : 'closed the connection early';
    throw new YahooOutageError({ message: `Yahoo Finance ${what}` });
  }
}

function statusError(status: number): MarketDataError {
  if (status >= 500) {
    return new YahooOutageError({ message: `Yahoo Finance reported a server error (status ${status})` });
  }
  return new MarketDataError('unavailable', `Yahoo Finance rejected the request (status ${status})`);
}

function ignore(): void {}
