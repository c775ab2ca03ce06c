import { hourMs } from '@stockbook/common/durations';
import * as z from 'zod';
import type { KeyedClient } from '../keyed/keyed-client.ts';
import { tiingoSource } from '../keyed/keyed-source.ts';
import { acceptQuotes, type RawQuote } from '../quotes/accept-quote.ts';
import { createHolidayFinder } from '../quotes/holidays.ts';
import { type PauseStore, pausedError, windowStartOf } from '../quotes/pauses.ts';
import type { QuoteProvider } from '../quotes/quote-provider.ts';
import { isOpenAt, tradingHours } from '../quotes/sessions.ts';
import { supportedSymbol } from './tiingo-schema.ts';

const timezone = 'America/New_York';

const price = z.number().nullish().catch(null);

/** `GET /iex/`. `last`, bid and ask are null without a contract with the exchange; `tngoLast` is not. */
const quotesSchema = z.array(
  z.object({
    ticker: z.string(),
    timestamp: z.string().nullish(),
    tngoLast: price,
    prevClose: price,
    open: price,
    high: price,
    low: price,
  }),
);

export interface KeyedQuotesOptions {
  readonly client: KeyedClient;
  readonly clock: () => Date;
  readonly pauses: PauseStore;
  /** In the hour or day that the plan counts. */
  readonly maxCalls: number;
}

/** Prices of American shares at the exchange IEX, without a volume: it would be that of one exchange. */
export function createTiingoQuotes({ client, clock, pauses, maxCalls }: KeyedQuotesOptions): QuoteProvider {
  const openMarkets = createHolidayFinder();
  return {
    source: tiingoSource.source,
    name: tiingoSource.name,
    intervalS: 120,
    maxInstruments: 100,
    async quotes(instruments, call = {}) {
      call.signal?.throwIfAborted();
      const known = instruments.filter(({ symbol }) => supportedSymbol.test(symbol));
      const now = clock();
      const common = { source: tiingoSource.source, way: 'iex' } as const;
      if (known.length === 0) {
        return { quotes: [], refused: [], skewedTimes: 0, fetchedAt: now, calls: 0, ...common };
      }
      const hour = windowStartOf(now, hourMs);
      if (!(await pauses.takeCalls('tiingo quote', 1, hour, maxCalls))) {
        throw pausedError({
          until: new Date(hour.getTime() + hourMs),
          seconds: 0,
          reason: 'The hourly budget for prices is used up',
        });
      }
      const tickers = known.map(({ symbol }) => symbol).join(',');
      const answers = await client.get('/iex/', { tickers }, quotesSchema, 'other', call);
      const fetchedAt = clock();
      const raw = (answers ?? []).map((answer): RawQuote => {
        const symbol = answer.ticker.toUpperCase();
        const hours = tradingHours(symbol, timezone);
        return {
          symbol,
          currency: 'USD',
          price: answer.tngoLast ?? null,
          time: answer.timestamp ? Date.parse(answer.timestamp) : null,
          previousClose: answer.prevClose ?? null,
          open: answer.open ?? null,
          high: answer.high ?? null,
          low: answer.low ?? null,
          volume: null,
          marketState: isOpenAt(hours, fetchedAt.getTime()) ? 'open' : 'closed',
          extended: null,
          delayMinutes: 0,
          sourceName: 'Tiingo (IEX)',
          timezone,
        };
      });
      const requested = new Set(known.map(({ symbol }) => symbol));
      const stated = openMarkets(
        known,
        raw.filter(({ symbol }) => requested.has(symbol)),
        fetchedAt.getTime(),
      );
      return { ...acceptQuotes(known, stated, fetchedAt), fetchedAt, calls: 1, ...common };
    },
  };
}
