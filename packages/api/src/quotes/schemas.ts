import { z } from 'zod';
import { count, isoDate, text, timestamp } from '../primitives.ts';
import { currencyCode, stockSymbol } from '../watch-list/schemas.ts';

/** One call to Yahoo takes this number of symbols, too. */
const maxSymbolsPerRequest = 100;

/** The longest that the operator may set. */
const maxIntervalS = 900;

/** Sources that have prices during the session. */
const quoteSources = ['yahoo', 'tiingo', 'eodhd', 'simulated'] as const;

/** In characters. Longer names are cut. */
const maxSourceNameLength = 60;

/** The symbols in a text: upper-cased, without empty pieces and repetitions. */
function splitSymbols(symbols: string): string[] {
  const pieces = symbols.split(',').map((piece) => piece.trim().toUpperCase());
  return [...new Set(pieces.filter((piece) => piece !== ''))];
}

export const listQuotesInput = z.object({
  symbols: text('symbols', 'Name at least one symbol')
    .transform(splitSymbols)
    .check(
      z.refine((symbols) => symbols.length > 0, { error: 'Name at least one symbol' }),
      z.refine((symbols) => symbols.length <= maxSymbolsPerRequest, {
        error: `Ask for ${maxSymbolsPerRequest} symbols at most`,
      }),
    )
    .meta({
      description: `Up to ${maxSymbolsPerRequest} symbols with commas between them; others than the user’s are skipped`,
      examples: ['AAPL,MSFT'],
    }),
});

const price = z.number().meta({ examples: [187.62] });
const change = z
  .number()
  .nullable()
  .meta({ description: 'Null without a previous close', examples: [0.72] });
const changePercent = z
  .number()
  .nullable()
  .meta({ description: 'Null without a previous close', examples: [0.39] });

export const quote = z
  .object({
    symbol: stockSymbol,
    currency: currencyCode,
    price: price.meta({ description: 'The last trade of the regular session' }),
    time: timestamp.meta({
      description: 'When that trade was made at the exchange',
      examples: ['2026-11-20T20:42:00.000Z'],
    }),
    previous_close: z
      .number()
      .nullable()
      .meta({ description: 'Adjusted for a split of the day; null if unknown', examples: [186.9] }),
    change,
    change_percent: changePercent,
    open: z
      .number()
      .nullable()
      .meta({ description: 'Of the session so far, like `high`, `low` and `volume`', examples: [187] }),
    high: z
      .number()
      .nullable()
      .meta({ examples: [188.1] }),
    low: z
      .number()
      .nullable()
      .meta({ examples: [186.4] }),
    volume: z
      .number()
      .nullable()
      .meta({ examples: [31_200_000] }),
    session_date: isoDate.meta({
      description: 'The date of `time` in the time zone of the exchange',
      examples: ['2026-11-20'],
    }),
    time_zone: z
      .string()
      .nullable()
      .meta({ description: 'Of the exchange; null if unknown', examples: ['America/New_York'] }),
    market_state: z.enum(['open', 'pre', 'post', 'closed']),
    extended: z
      .object({
        kind: z.enum(['pre', 'post']),
        price,
        change: z.number().meta({ description: 'From `price` of the regular session', examples: [0.48] }),
        change_percent: z.number().meta({ examples: [0.26] }),
        time: timestamp,
      })
      .nullable()
      .meta({ description: 'The last trade before or after hours', examples: [null] }),
    delay_minutes: count
      .nullable()
      .meta({ description: 'Minutes behind the exchange; null if unknown', examples: [15] }),
    delay_from: z
      .enum(['source', 'measured'])
      .nullable()
      .meta({ description: 'Whether the source states the delay, or the server measured it' }),
    no_trade_since: timestamp.nullable().meta({
      description:
        'The last trade, if the market is open and the trade is older than 30 minutes and the delay',
      examples: [null],
    }),
    is_stale: z.boolean().meta({
      description: 'The market is open, and `fetched_at` is older than three intervals',
      examples: [false],
    }),
    is_rebased: z.boolean().meta({
      description: 'The source has adjusted its prices for a split that the stored bars do not have yet',
      examples: [false],
    }),
    source: z.enum(quoteSources),
    source_name: z
      .string()
      .max(maxSourceNameLength)
      .nullable()
      .meta({ description: 'The source’s own words', examples: ['Nasdaq Real Time Price'] }),
    fetched_at: timestamp.meta({
      description: 'When the server read the price',
      examples: ['2026-11-20T20:42:20.000Z'],
    }),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quote>;

export const quoteList = z
  .object({
    quotes: z.array(quote).meta({ description: 'In the order of the request' }),
    skipped: z
      .array(
        z
          .object({
            symbol: stockSymbol,
            reason: z.string().meta({ examples: ['The first price is on its way'] }),
          })
          .meta({ id: 'SkippedQuote' }),
      )
      .meta({ description: 'Symbols without a price, with the reason', examples: [[]] }),
    interval_s: z
      .number()
      .int()
      .min(1)
      .max(maxIntervalS)
      .meta({
        description: 'Seconds between two prices of a stock: the least of the sources',
        examples: [60],
      }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why there are no new prices; null if there are', examples: [null] }),
    next_try_at: timestamp.nullable().meta({
      description: 'When a source that refuses requests is asked again',
      examples: [null],
    }),
    next_at: timestamp.nullable().meta({
      description: 'When the first of these prices is due; null if none is',
      examples: ['2026-11-20T20:43:20.000Z'],
    }),
  })
  .meta({ id: 'QuoteList' });
export type QuoteList = z.infer<typeof quoteList>;
