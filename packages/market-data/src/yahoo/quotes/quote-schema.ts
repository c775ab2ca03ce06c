import * as z from 'zod';
import { isTimeZone } from '../../bars/time-zone.ts';

/** Milliseconds since 1970. Yahoo sends seconds; yahoo-finance2 converts some of them to dates. */
const instant = z
  .union([z.date(), z.number().transform((seconds) => new Date(seconds * 1000))])
  .transform((date) => date.getTime())
  .nullish()
  .catch(null)
  .transform((time) => time ?? null);

const number = z
  .number()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const text = z
  .string()
  .min(1)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const timezone = z.string().refine(isTimeZone).catch('America/New_York');

const quote = z.object({
  symbol: z.string(),
  currency: text,
  exchangeTimezoneName: timezone,
  marketState: text,
  regularMarketPrice: number,
  regularMarketTime: instant,
  regularMarketPreviousClose: number,
  regularMarketOpen: number,
  regularMarketDayHigh: number,
  regularMarketDayLow: number,
  regularMarketVolume: number,
  exchangeDataDelayedBy: number,
  quoteSourceName: text,
  preMarketPrice: number,
  preMarketTime: instant,
  postMarketPrice: number,
  postMarketTime: instant,
});
export type YahooQuote = z.output<typeof quote>;

/** The fields that are requested of the endpoint, as yahoo-finance2 names them. */
export const quoteFields = Object.keys(quote.shape);

/** Entries of another shape are left out: one of them must not reject the others. */
function validOnes<Entry extends z.ZodType>(entry: Entry) {
  return z
    .array(entry.nullable().catch(null))
    .transform((entries) => entries.filter((each) => each !== null));
}

/** The answer of `/v7/finance/quote`, as yahoo-finance2 returns it. */
export const quotesSchema = validOnes(quote);

const period = z.object({ start: z.number(), end: z.number() });

const spark = z
  .object({
    symbol: z.string(),
    response: z.tuple(
      [
        z.object({
          meta: z.object({
            currency: text,
            exchangeTimezoneName: timezone,
            regularMarketPrice: number,
            regularMarketTime: instant,
            regularMarketDayHigh: number,
            regularMarketDayLow: number,
            regularMarketVolume: number,
            previousClose: number,
            chartPreviousClose: number,
            currentTradingPeriod: z
              .object({ pre: period, regular: period, post: period })
              .nullish()
              .catch(null),
          }),
        }),
      ],
      z.unknown(),
    ),
  })
  .transform(({ symbol, response: [{ meta }] }) => ({ symbol, ...meta }));
export type YahooSpark = z.output<typeof spark>;

/** The answer of `/v7/finance/spark`. */
export const sparksSchema = z.object({ spark: z.object({ result: validOnes(spark).nullable() }) });
