import * as z from 'zod';
import { isTimeZone } from '../../bars/time-zone.ts';

/** Milliseconds since 1970. Yahoo sends seconds, of which yahoo-finance2 makes dates where it expects them. */
const instant = z
  .union([z.date(), z.number().transform((seconds) => new Date(seconds * 1000))])
  .transform((date) => date.getTime())
  .refine(Number.isFinite);

/** One value for each timestamp; each is judged by itself later. */
const column = z.custom<readonly unknown[]>(Array.isArray);

const columns = z.object({ open: column, high: column, low: column, close: column, volume: column });

const split = z.object({
  date: instant,
  numerator: z.number().positive(),
  denominator: z.number().positive(),
});

const text = z.string().min(1).nullish().catch(null);

const meta = z.object({
  symbol: z.string(),
  exchangeTimezoneName: z.string().refine(isTimeZone),
  currency: text,
  exchangeName: text,
  fullExchangeName: text,
  instrumentType: text,
  longName: text,
  shortName: text,
  /** `1d` for daily rows; now and then Yahoo sends weeks or months when asked for days. */
  dataGranularity: z.string().default('1d'),
  /** When the last trade took place. */
  regularMarketTime: instant.nullish().catch(null),
  /** The session that goes on, or else the last or the next one. */
  currentTradingPeriod: z.object({ regular: z.object({ start: instant, end: instant }) }).nullish(),
});

/**
 * What is used of Yahoo's chart, as yahoo-finance2 hands it on with `return: 'object'`. A split that is not whole is
 * left out; restated prices show it too.
 */
export const chartSchema = z
  .object({
    meta,
    timestamp: z.array(z.number()).nullish(),
    events: z
      .object({ splits: z.record(z.string(), split.nullable().catch(null)).nullish() })
      .nullish()
      .transform((events) => Object.values(events?.splits ?? {}).filter((event) => event !== null)),
    indicators: z.object({ quote: z.array(z.unknown()) }),
  })
  .transform((chart, context) => {
    const timestamps = chart.timestamp ?? [];
    const splits = chart.events;
    if (timestamps.length === 0) return { meta: chart.meta, splits, timestamps, quote: noRows };
    const quote = columns.safeParse(chart.indicators.quote[0]);
    if (!quote.success || Object.values(quote.data).some((values) => values.length !== timestamps.length)) {
      context.addIssue('The columns are not as long as the timestamps.');
      return z.NEVER;
    }
    return { meta: chart.meta, splits, timestamps, quote: quote.data };
  });

const noRows: z.infer<typeof columns> = { open: [], high: [], low: [], close: [], volume: [] };

export type Chart = z.infer<typeof chartSchema>;
