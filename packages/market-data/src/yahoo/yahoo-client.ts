import YahooFinance from 'yahoo-finance2';
import type * as z from 'zod';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { CallOptions } from '../provider/provider.ts';
import type { YahooCallPolicy } from './calls/yahoo-call-policy.ts';
import { NoPricesAnswer, UnknownSymbolAnswer } from './calls/yahoo-errors.ts';
import { type Chart, chartSchema } from './chart/chart-schema.ts';
import { type SearchQuote, searchSchema } from './search/search-schema.ts';
import { createYahooFetch, type YahooFetchOptions } from './yahoo-fetch.ts';

/** Milliseconds that a whole answer may take, its last byte included. */
export interface YahooTimeouts {
  readonly history: number;
  readonly other: number;
}

export interface YahooClientOptions extends YahooFetchOptions {
  readonly userAgent: string;
  readonly timeouts: YahooTimeouts;
  readonly policy: YahooCallPolicy;
}

/** The two questions that Yahoo answers without a cookie, with checked answers. Errors as `createYahooFetch` names them. */
export interface YahooClient {
  /** Daily rows between two instants, in seconds since 1970. */
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
  ...where
}: YahooClientOptions): YahooClient {
  const yahoo = new YahooFinance({
    fetch: createYahooFetch(where),
    fetchOptions: { headers: { 'User-Agent': userAgent } },
    // Every call has its own time limit, which must not run while it waits in a queue.
    queue: { concurrency: Number.POSITIVE_INFINITY },
    // Our schemas judge the answers; the library's own would refuse whole answers for one unknown field.
    validation: { logErrors: false, logOptionsErrors: false },
    versionCheck: false,
    logger: silent,
  });
  const callOptions = (timeout: number) =>
    ({ validateResult: false, fetchOptions: { signal: AbortSignal.timeout(timeout) } }) as const;

  async function parse<T>(schema: z.ZodType<T>, answer: Promise<unknown>): Promise<T> {
    try {
      return schema.parse(await answer);
    } catch (error) {
      throw isKnown(error) ? error : unreadable(error);
    }
  }

  return {
    chart(symbol, { from, to }, timeout, options) {
      // The library puts the symbol into the address as it is.
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
        () => parse(chartSchema, yahoo.chart(name, query, callOptions(timeouts[timeout]))),
        options,
      );
    },
    search(query, limit, options) {
      const counts = { quotesCount: limit, newsCount: 0 };
      return policy.execute(
        'search',
        () => parse(searchSchema, yahoo.search(query, counts, callOptions(timeouts.other))),
        options,
      );
    },
  };
}

function isKnown(error: unknown): boolean {
  return (
    error instanceof MarketDataError ||
    error instanceof UnknownSymbolAnswer ||
    error instanceof NoPricesAnswer
  );
}

/** The library fails in many ways at what is not Yahoo's JSON, and so do the schemas. */
function unreadable(cause: unknown): MarketDataError {
  return new MarketDataError('bad_data', 'Yahoo Finance sent an answer that could not be read', { cause });
}

function ignore(): void {}
