import * as z from 'zod';
import { isTimeZone } from '../../bars/time-zone.ts';

/** Milliseconds since 1970. Yahoo sends seconds; yahoo-finance2 converts some of them to dates. */
const instant = z
  .union([z.date(), z.number().transform((seconds) => new Date(seconds * 1000))])
  .transform((date) => date.getTime())
  .refine(Number.isFinite);

/** One value per timestamp; `cleanBars` validates each. */
const column = z.custom<readonly unknown[]>(Array.isArray);

const columns = z.object({ open: column, high: column, low: column, close: column, volume: column });

const split = z.object({
  date: instant,
  numerator: z.number().positive(),
  denominator: z.number().positive(),
});

const dividend = z.object({ date: instant, amount: z.number().positive() });

const text = z.string().min(1).nullish().catch(null);

const meta = z.object({
  symbol: z.string(),
  exchangeTimezoneName: z.string().refine(isTimeZone),
  currency: text,
  exchangeName: text,
  fullExchangeName: text,
  firstTradeDate: z.unknown().optional(),
  instrumentType: text,
  longName: text,
  shortName: text,
  /** `1d` for daily rows. Yahoo sometimes returns weeks or months for a request of days. */
  dataGranularity: z.string().default('1d'),
  /** Time of the last trade. */
  regularMarketTime: instant.nullish().catch(null),
  /** The current session, or while the exchange is closed the last or the next one. */
  currentTradingPeriod: z.object({ regular: z.object({ start: instant, end: instant }) }).nullish(),
});

/**
 * The used fields of Yahoo's chart, as yahoo-finance2 returns it with `return: 'object'`. Invalid events are
 * dropped: restated prices reveal a split, too.
 */
export const chartSchema = z
  .object({
    meta,
    timestamp: z.array(z.number()).nullish(),
    events: z
      .object({ splits: eventsOf(split), dividends: eventsOf(dividend) })
      .nullish()
      .transform((events) => events ?? { splits: [], dividends: [] }),
    indicators: z.object({ quote: z.array(z.unknown()) }),
  })
  .transform((chart, context) => {
    const { meta, events } = chart;
    const timestamps = chart.timestamp ?? [];
    if (timestamps.length === 0) return { meta, ...events, timestamps, quote: noRows };
    const quote = columns.safeParse(chart.indicators.quote[0]);
    if (!quote.success || Object.values(quote.data).some((values) => values.length !== timestamps.length)) {
      context.addIssue('The columns are not as long as the timestamps.');
      return z.NEVER;
    }
    return { meta, ...events, timestamps, quote: quote.data };
  });

/** The valid ones of the events of a kind, which Yahoo sends as an object with their timestamps as keys. */
function eventsOf<Event extends z.ZodType>(event: Event) {
  return z
    .record(z.string(), event.nullable().catch(null))
    .nullish()
    .transform((events) => Object.values(events ?? {}).filter((found) => found !== null));
}

const noRows: z.infer<typeof columns> = { open: [], high: [], low: [], close: [], volume: [] };

export type Chart = z.infer<typeof chartSchema>;
