import { hourMs } from '@stockbook/common/durations';
import { createFairLimit } from '@stockbook/common/fair-queue';
import type * as z from 'zod';
import {
  cancelBody,
  isTimeout,
  maxHistoryMebibytes,
  maxQuoteMebibytes,
  readBody,
} from '../calls/response-body.ts';
import { parseRetryAfter } from '../calls/retry-after.ts';
import { utcTime } from '../calls/utc-time.ts';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { CallOptions, HealthListener, ProviderHealth } from '../provider/provider.ts';
import { BlockingError, createKeyGuard } from './key-guard.ts';
import type { KeyedSource } from './keyed-source.ts';

/** Keys have small limits; more concurrency would only reach them sooner. */
const maxConcurrency = 2;

/** A rejected key stays rejected until someone changes it; the service is asked again this often. */
const rejectedKeyMs = hourMs;

/** The bounds of a request and its answer. Searches and quotes take kilobytes. */
const bounds = {
  history: { timeoutMs: 20_000, maxMebibytes: maxHistoryMebibytes },
  other: { timeoutMs: 10_000, maxMebibytes: maxQuoteMebibytes },
};

export interface KeyedClientOptions {
  readonly url: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  readonly onHealth?: HealthListener | undefined;
}

/** How a service differs from others. */
export interface KeyedServiceRules {
  /** The parts of each request that carry the token. */
  readonly credentials: {
    readonly headers?: Record<string, string>;
    readonly query?: Record<string, string>;
  };
  /** When the service accepts requests again after `status` without a `retry-after` header. */
  limitEndsAt(status: number, now: Date): Date;
  /** Whether a body with status 200 says that the requests of the plan are used up. */
  isLimitMessage?(text: string): boolean;
}

/** The plan of the key does not include the data. */
export class PlanError extends MarketDataError {}

export interface KeyedClient {
  /**
   * The validated JSON at `path`, null with status 404. Rejects with `MarketDataError` only. No message and no cause
   * contains the token.
   */
  get<T>(
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
    kind: keyof typeof bounds,
    options: CallOptions,
  ): Promise<T | null>;
  health(): ProviderHealth;
}

/** The errors of a service, without the token. */
function createKeyedErrors(
  { name, tokenVariable }: KeyedSource,
  rules: KeyedServiceRules,
  { token, clock }: KeyedClientOptions,
) {
  /** The text of an error of `fetch` or of a parser, without the token: EODHD accepts it in the address only. */
  function safeCause(error: unknown): Error {
    const texts = [];
    for (let cause = error; cause instanceof Error; cause = cause.cause) texts.push(String(cause));
    const text = texts.join('; ');
    return new Error(text.replaceAll(token, '***').replaceAll(encodeURIComponent(token), '***'));
  }

  function unavailable(what: string, cause?: unknown): MarketDataError {
    return new MarketDataError(
      'unavailable',
      `${name} ${what}`,
      cause === undefined ? {} : { cause: safeCause(cause) },
    );
  }

  function limited(status: number, retryAfter: string | null): BlockingError {
    const now = clock();
    const retryAt = parseRetryAfter(retryAfter, now) ?? rules.limitEndsAt(status, now);
    return new BlockingError(
      'rate_limited',
      `${tokenVariable} has used up its requests at ${name}; trying again after ${utcTime(retryAt, now)}`,
      retryAt,
    );
  }

  function statusError(status: number): MarketDataError {
    if (status === 401) {
      return new BlockingError(
        'unavailable',
        `${tokenVariable} is not accepted by ${name}. Check it in the settings of the server`,
        new Date(clock().getTime() + rejectedKeyMs),
      );
    }
    if (status === 403) {
      return new PlanError(
        'unavailable',
        `${name} does not offer this data with the plan of ${tokenVariable}`,
      );
    }
    if (status >= 500) return unavailable(`reported a server error (status ${status})`);
    return unavailable(`rejected the request (status ${status})`);
  }

  return { safeCause, unavailable, limited, statusError };
}

export function createKeyedClient(
  source: KeyedSource,
  rules: KeyedServiceRules,
  options: KeyedClientOptions,
): KeyedClient {
  const { name } = source;
  const { url, fetch, clock, onHealth = () => {} } = options;
  const { safeCause, unavailable, limited, statusError } = createKeyedErrors(source, rules, options);
  const base = url.replace(/\/+$/, '');
  const guard = createKeyGuard(clock);
  const limit = createFairLimit({ maxConcurrency });

  async function send(
    path: string,
    query: Record<string, string>,
    { timeoutMs, maxMebibytes }: (typeof bounds)[keyof typeof bounds],
  ): Promise<string | null> {
    const { headers = {}, query: credentials = {} } = rules.credentials;
    const search = new URLSearchParams({ ...query, ...credentials });
    try {
      const response = await fetch(`${base}${path}?${search}`, {
        headers: { accept: 'application/json', ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { status } = response;
      if (status === 200) return await readBody(response, name, maxMebibytes);
      cancelBody(response);
      if (status === 404) return null;
      if (status === 402 || status === 429) throw limited(status, response.headers.get('retry-after'));
      throw statusError(status);
    } catch (error) {
      if (error instanceof MarketDataError) throw error;
      throw unavailable(isTimeout(error) ? 'did not respond in time' : 'cannot be reached', error);
    }
  }

  function parse<T>(text: string, schema: z.ZodType<T>): T {
    if (rules.isLimitMessage?.(text)) throw limited(200, null);
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw new MarketDataError('bad_data', `${name} sent an unreadable response`, {
        cause: safeCause(error),
      });
    }
  }

  return {
    get(path, query, schema, kind, { requester, signal }) {
      return limit(
        async () => {
          try {
            return await guard.execute(async () => {
              const text = await send(path, query, bounds[kind]);
              return text === null ? null : parse(text, schema);
            });
          } finally {
            onHealth(kind === 'history' ? 'prices' : 'search', guard.health());
          }
        },
        { key: requester, signal },
      );
    },
    health: guard.health,
  };
}
