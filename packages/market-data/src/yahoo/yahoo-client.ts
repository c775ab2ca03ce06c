import type * as z from 'zod';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { CallOptions } from '../provider/provider.ts';
import type { YahooCallPolicy } from './calls/yahoo-call-policy.ts';
import { NoPricesError, UnknownSymbolError } from './calls/yahoo-errors.ts';
import { type Chart, chartSchema } from './chart/chart-schema.ts';
import { type SearchQuote, searchSchema } from './search/search-schema.ts';
import { createYahooFetch, type YahooFetchOptions } from './yahoo-fetch.ts';

/** Milliseconds from the request to the last byte of the response. */
export interface YahooTimeouts {
  readonly history: number;
  readonly other: number;
}

export interface YahooClientOptions extends YahooFetchOptions {
  readonly userAgent: string;
  readonly timeouts: YahooTimeouts;
  readonly policy: YahooCallPolicy;
}

/** The two endpoints of Yahoo that need no cookie, with validated responses. Rejects like `createYahooFetch`. */
export interface YahooClient {
  /** Daily rows of `period`, in seconds since 1970. */
  chart(
    symbol: string,
    period: { from: number; to: number },
    timeout: keyof YahooTimeouts,
    options: CallOptions,
  ): Promise<Chart>;
  search(query: string, limit: number, options: CallOptions): Promise<SearchQuote[]>;
}

const silent = { info: ignore, warn: ignore, error: ignore, debug: ignore, dir: ignore };

export function createYahooClient({
  userAgent,
  timeouts,
  policy,
  ...fetchOptions
}: YahooClientOptions): YahooClient {
  async function load() {
    const { default: YahooFinance } = await import('yahoo-finance2');
    return new YahooFinance({
      fetch: createYahooFetch(fetchOptions),
      fetchOptions: { headers: { 'User-Agent': userAgent } },
      // The time-out of a call starts before the library's queue: waiting there would count.
      queue: { concurrency: Number.POSITIVE_INFINITY },
      // Our schemas validate responses; the library's reject a whole response for one unknown field.
      validation: { logErrors: false, logOptionsErrors: false },
      versionCheck: false,
      logger: silent,
    });
  }

  let loaded: ReturnType<typeof load> | undefined;

  /** Loaded with the first call: it takes 20 MiB of memory. */
  function library() {
    loaded ??= load();
    return loaded;
  }

  const callOptions = (timeout: number) =>
    ({ validateResult: false, fetchOptions: { signal: AbortSignal.timeout(timeout) } }) as const;

  async function parse<T>(schema: z.ZodType<T>, response: Promise<unknown>): Promise<T> {
    try {
      return schema.parse(await response);
    } catch (error) {
      throw isExpected(error) ? error : unreadableResponse(error);
    }
  }

  return {
    chart(symbol, { from, to }, timeout, options) {
      // The library does not encode the symbol.
      const name = encodeURIComponent(symbol);
      const query = {
        period1: from,
        period2: to,
        interval: '1d',
        events: 'div|split',
        return: 'object',
      } as const;
      return policy.execute(
        'chart',
        async () => parse(chartSchema, (await library()).chart(name, query, callOptions(timeouts[timeout]))),
        options,
      );
    },
    search(query, limit, options) {
      const counts = { quotesCount: limit, newsCount: 0 };
      return policy.execute(
        'search',
        async () => parse(searchSchema, (await library()).search(query, counts, callOptions(timeouts.other))),
        options,
      );
    },
  };
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof MarketDataError || error instanceof UnknownSymbolError || error instanceof NoPricesError
  );
}

function unreadableResponse(cause: unknown): MarketDataError {
  return new MarketDataError('bad_data', 'Yahoo Finance sent an unreadable response', { cause });
}

function ignore(): void {}
