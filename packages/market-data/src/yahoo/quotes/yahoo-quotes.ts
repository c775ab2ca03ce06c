import { maxQuoteMebibytes } from '../../calls/response-body.ts';
import { MarketDataError } from '../../provider/market-data-error.ts';
import type { CallOptions } from '../../provider/provider.ts';
import { acceptQuotes, type RawQuote } from '../../quotes/accept-quote.ts';
import { createHolidayFinder } from '../../quotes/holidays.ts';
import {
  minRenewalMs,
  nextPause,
  type PauseStore,
  pausedError,
  refusedHandshakeMs,
} from '../../quotes/pauses.ts';
import type { QuoteBatch, QuotedInstrument, QuoteProvider } from '../../quotes/quote-provider.ts';
import type { YahooCallPolicy } from '../calls/yahoo-call-policy.ts';
import { createYahooFetch } from '../yahoo-fetch.ts';
import {
  type CrumbClient,
  type CrumbClientOptions,
  createCrumbClient,
  RefusedHandshakeError,
  UnauthorizedError,
} from './crumb-client.ts';
import { quotesSchema, sparksSchema } from './quote-schema.ts';
import { matchBySymbol, quoteOfSpark, quoteOfYahoo } from './read-quotes.ts';

const maxQuotes = 100;
const maxSparks = 20;

export interface YahooQuotesOptions extends CrumbClientOptions {
  /** Base address of the calls without cookies. */
  readonly url: string;
  /** That of histories and searches: all calls to Yahoo share its queue and its cool-down. */
  readonly policy: YahooCallPolicy;
  readonly pauses: PauseStore;
}

/** Reads quotes by `/v7/finance/quote`, with cookies and a crumb. */
function createQuoteReader(options: YahooQuotesOptions) {
  const { clock, policy } = options;
  let client = createCrumbClient(options);
  let renewedAt = Number.NEGATIVE_INFINITY;

  const reachQuotes = (target: CrumbClient, symbols: readonly string[], call: CallOptions) =>
    policy.execute('quote', () => target.quote(symbols), call);

  return {
    /** @throws RefusedHandshakeError also if a new client is not accepted, or was made minutes ago */
    async read(instruments: readonly QuotedInstrument[], call: CallOptions): Promise<RawQuote[]> {
      const symbols = instruments.map(({ symbol }) => symbol);
      let answer: unknown;
      try {
        answer = await reachQuotes(client, symbols, call);
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
        const now = clock().getTime();
        if (now - renewedAt < minRenewalMs) throw new RefusedHandshakeError(error.message);
        renewedAt = now;
        client = createCrumbClient(options);
        answer = await reachQuotes(client, symbols, call).catch((second: unknown) => {
          throw second instanceof UnauthorizedError ? new RefusedHandshakeError(second.message) : second;
        });
      }
      const parsed = quotesSchema.safeParse(answer);
      if (!parsed.success) throw unreadable();
      return matchBySymbol(instruments, parsed.data).map(quoteOfYahoo);
    },
    /** Begins the next call with a new handshake. */
    reset() {
      client = createCrumbClient(options);
    },
  };
}

/** Reads quotes by `/v7/finance/spark`. */
function createSparkReader(options: YahooQuotesOptions) {
  const { clock, policy } = options;
  const fetchSpark = createYahooFetch({ ...options, maxMebibytes: maxQuoteMebibytes });

  return async (
    instruments: readonly QuotedInstrument[],
    call: CallOptions,
  ): Promise<{ raw: RawQuote[]; calls: number }> => {
    const raw: RawQuote[] = [];
    let calls = 0;
    for (let start = 0; start < instruments.length; start += maxSparks) {
      const part = instruments.slice(start, start + maxSparks);
      const symbols = part.map(({ symbol }) => encodeURIComponent(symbol)).join(',');
      const path = `/v7/finance/spark?symbols=${symbols}&range=1d&interval=5m`;
      calls += 1;
      const answer = await policy.execute(
        'spark',
        async () => {
          const response = await fetchSpark(`https://query2.finance.yahoo.com${path}`, {
            headers: { 'User-Agent': options.userAgent },
            signal: AbortSignal.timeout(options.timeoutMs),
          });
          return readJson(await response.text());
        },
        call,
      );
      const parsed = sparksSchema.safeParse(answer);
      if (!parsed.success) throw unreadable();
      const found = matchBySymbol(part, parsed.data.spark.result ?? []);
      raw.push(...found.map((spark) => quoteOfSpark(spark, clock().getTime())));
    }
    return { raw, calls };
  };
}

/**
 * Quotes of Yahoo by `/v7/finance/quote`, which needs cookies and a crumb; for an hour after a refused handshake by
 * `/v7/finance/spark`, which needs neither. A rate limit pauses both.
 */
export function createYahooQuotes(options: YahooQuotesOptions): QuoteProvider {
  const { clock, pauses } = options;
  const openMarkets = createHolidayFinder();
  const quoteReader = createQuoteReader(options);
  const readSparks = createSparkReader(options);

  /** @returns the error of the pause, which names its end */
  async function pauseBoth({ retryAt }: MarketDataError): Promise<MarketDataError> {
    const now = clock();
    const pauseOf = async (way: 'yahoo quote' | 'yahoo spark') => {
      const pause = nextPause(await pauses.read(way), 'Yahoo Finance is limiting requests', now, retryAt);
      await pauses.write(way, pause);
      return pause;
    };
    await pauseOf('yahoo quote');
    return pausedError(await pauseOf('yahoo spark'));
  }

  /** @returns null if the way is closed, and from now on for an hour if the handshake was refused */
  async function byQuote(instruments: readonly QuotedInstrument[], call: CallOptions) {
    const pause = await pauses.read('yahoo quote');
    if (pause && pause.until > clock()) return null;
    try {
      return await quoteReader.read(instruments, call);
    } catch (error) {
      if (!(error instanceof RefusedHandshakeError)) throw error;
      quoteReader.reset();
      await pauses.write('yahoo quote', {
        until: new Date(clock().getTime() + refusedHandshakeMs),
        seconds: 0,
        reason: error.message,
      });
      return null;
    }
  }

  async function fetchQuotes(
    instruments: readonly QuotedInstrument[],
    call: CallOptions,
  ): Promise<{ raw: RawQuote[]; way: QuoteBatch['way']; calls: number }> {
    const pause = await pauses.read('yahoo spark');
    if (pause && pause.until > clock()) throw pausedError(pause);
    const raw = await byQuote(instruments, call);
    if (raw !== null) return { raw, way: 'quote', calls: 1 };
    return { ...(await readSparks(instruments, call)), way: 'spark' };
  }

  return {
    source: 'yahoo',
    name: 'Yahoo Finance',
    intervalS: 60,
    maxInstruments: maxQuotes,
    async quotes(instruments, call = {}) {
      call.signal?.throwIfAborted();
      try {
        const { raw, way, calls } = await fetchQuotes(instruments, call);
        const fetchedAt = clock();
        const stated = openMarkets(instruments, raw, fetchedAt.getTime());
        return { ...acceptQuotes(instruments, stated, fetchedAt), source: 'yahoo', fetchedAt, way, calls };
      } catch (error) {
        const isLimit = error instanceof MarketDataError && error.kind === 'rate_limited';
        // A pause that was running is not prolonged by asking during it.
        const running = isLimit && (await isPaused());
        throw isLimit && !running ? await pauseBoth(error) : error;
      }
    },
  };

  async function isPaused(): Promise<boolean> {
    const pause = await pauses.read('yahoo spark');
    return pause !== null && pause.until > clock();
  }
}

function unreadable(): MarketDataError {
  return new MarketDataError('bad_data', 'Yahoo Finance sent an unreadable response');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable();
    throw error;
  }
}
