import { dayMs } from '@stockbook/common/durations';
import * as z from 'zod';
import { PlanError } from '../keyed/keyed-client.ts';
import { eodhdSource } from '../keyed/keyed-source.ts';
import { acceptQuotes, type RawQuote } from '../quotes/accept-quote.ts';
import { createHolidayFinder } from '../quotes/holidays.ts';
import { pausedError, windowStartOf } from '../quotes/pauses.ts';
import type { QuotedInstrument, QuoteProvider } from '../quotes/quote-provider.ts';
import { isOpenAt, tradingHours } from '../quotes/sessions.ts';
import type { KeyedQuotesOptions } from '../tiingo/tiingo-quotes.ts';
import { toEodhd } from './eodhd-symbols.ts';

/** Each ticker costs a call of the plan. */
const maxTickers = 15;

/** Minutes behind the exchange, by EODHD's documentation. */
const delayMinutes = 15;
const currencyDelayMinutes = 1;

const noPricesInPlan = 'This EODHD plan has no prices during the session';

/** A missing value is the text `NA`. */
const price = z
  .union([z.number(), z.literal('NA').transform(() => null)])
  .nullish()
  .catch(null);

const quote = z.object({
  code: z.string(),
  /** Seconds since 1970. */
  timestamp: price,
  open: price,
  high: price,
  low: price,
  close: price,
  previousClose: price,
  volume: price,
});

/** `GET /api/real-time/{first}?s={others}`: one object for one ticker. */
const quotesSchema = z.union([z.array(quote), quote.transform((only) => [only])]);

/** The last prices of EODHD, of all its exchanges. */
export function createEodhdQuotes({ client, clock, pauses, maxCalls }: KeyedQuotesOptions): QuoteProvider {
  const openMarkets = createHolidayFinder();

  /** @throws MarketDataError if the calls of the day are used up, or the plan has no such prices */
  async function assertOpen(calls: number): Promise<void> {
    const now = clock();
    const pause = await pauses.read('eodhd quote');
    if (pause && pause.until > now) throw pausedError(pause);
    const today = windowStartOf(now, dayMs);
    if (await pauses.takeCalls('eodhd quote', calls, today, maxCalls)) return;
    const until = new Date(today.getTime() + dayMs);
    throw pausedError({ until, seconds: 0, reason: 'The daily budget for prices is used up' });
  }

  return {
    source: eodhdSource.source,
    name: eodhdSource.name,
    intervalS: 300,
    maxInstruments: maxTickers,
    async quotes(instruments, call = {}) {
      call.signal?.throwIfAborted();
      const listed = instruments.flatMap((instrument) => {
        const listing = toEodhd(instrument.symbol);
        return listing === null ? [] : [{ instrument, listing }];
      });
      const [first, ...others] = listed;
      const common = { source: eodhdSource.source, way: 'real-time', calls: listed.length } as const;
      if (!first) return { quotes: [], refused: [], skewedTimes: 0, fetchedAt: clock(), ...common };
      await assertOpen(listed.length);
      const query: Record<string, string> = { fmt: 'json' };
      if (others.length > 0) query.s = others.map(({ listing }) => listing.ticker).join(',');
      const path = `/api/real-time/${encodeURIComponent(first.listing.ticker)}`;
      const answers = await client
        .get(path, query, quotesSchema, 'other', call)
        .catch(async (error: unknown) => {
          if (!(error instanceof PlanError)) throw error;
          const pause = { until: new Date(clock().getTime() + dayMs), seconds: 0, reason: noPricesInPlan };
          await pauses.write('eodhd quote', pause);
          throw pausedError(pause);
        });
      const fetchedAt = clock();
      const byTicker = new Map(
        listed.map(({ instrument, listing }) => [listing.ticker, { instrument, listing }]),
      );
      const raw = (answers ?? []).flatMap((answer): RawQuote[] => {
        const found = byTicker.get(answer.code);
        // EODHD answers for unknown tickers, too, without any value.
        const isUnknown = answer.close == null && answer.timestamp == null;
        return found && !isUnknown
          ? [rawQuoteOf(found.instrument, found.listing.exchange, answer, fetchedAt)]
          : [];
      });
      const stated = openMarkets(instruments, raw, fetchedAt.getTime());
      return { ...acceptQuotes(instruments, stated, fetchedAt), fetchedAt, ...common };
    },
  };
}

function rawQuoteOf(
  { symbol, currency, timezone, learned }: QuotedInstrument,
  exchange: { readonly currency: string; readonly timezone: string; readonly code: string },
  answer: z.output<typeof quote>,
  fetchedAt: Date,
): RawQuote {
  const zone = timezone ?? exchange.timezone;
  const isCurrency = symbol.endsWith('=X');
  return {
    symbol,
    // The answer has none: a ticker is quoted in one currency.
    currency: currency ?? exchange.currency,
    price: answer.close ?? null,
    time: answer.timestamp == null ? null : answer.timestamp * 1000,
    previousClose: answer.previousClose ?? null,
    open: answer.open ?? null,
    high: answer.high ?? null,
    low: answer.low ?? null,
    volume: answer.volume ?? null,
    marketState: isOpenAt(tradingHours(symbol, zone, learned), fetchedAt.getTime()) ? 'open' : 'closed',
    extended: null,
    delayMinutes: isCurrency ? currencyDelayMinutes : delayMinutes,
    sourceName: 'EODHD',
    timezone: zone,
  };
}
