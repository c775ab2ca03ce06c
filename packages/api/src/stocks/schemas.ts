import { hasValidCheckDigit, isIsin, isSymbol } from '@stockbook/market-data/symbols';
import { z } from 'zod';
import { codePoints, limitedText, requiredText, text } from '../text.ts';
import { calendarDate, isoDate, opaqueId, paging, timestamp, totalCount, uuid } from '../wire.ts';

export const notesMaximum = 10_000;

/** A symbol in a path, upper-cased. Its form is not checked: a malformed one returns 404 like an unknown one. */
export const symbolInPath = text('Symbol')
  .meta({
    description: 'Ticker symbol in upper or lower case, for example AAPL, BRK-B or 0700.HK',
    examples: ['AAPL'],
  })
  .transform((value) => value.trim().toUpperCase());

const symbolOut = z.string().meta({ examples: ['AAPL'] });

const wrongCheckDigit = 'Invalid ISIN: the check digit does not match';

/** Input of the add form: a symbol or an ISIN, trimmed and upper-cased. */
export const symbolOrIsin = requiredText('Stock symbol', 'Please enter a stock symbol')
  .meta({ description: 'Ticker symbol or ISIN', examples: ['AAPL', 'US0378331005'] })
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => isSymbol(value) || isIsin(value), {
    error: 'A stock symbol has 1 to 20 letters, digits or . - ^ = &',
    abort: true,
  })
  .refine((value) => !isIsin(value) || hasValidCheckDigit(value), { error: wrongCheckDigit });

const currencyOut = z
  .string()
  .nullable()
  .meta({ description: 'Currency of the quotes; GBp means pence', examples: ['USD'] });

export const stock = z
  .object({
    id: z.number().int(),
    symbol: symbolOut,
    name: z.string().meta({ examples: ['Apple Inc.'] }),
    isin: z
      .string()
      .nullable()
      .meta({ examples: ['US0378331005'] }),
    exchange: z
      .string()
      .nullable()
      .meta({ examples: ['NASDAQ'] }),
    sector: z
      .string()
      .nullable()
      .meta({ examples: ['Technology'] }),
    industry: z
      .string()
      .nullable()
      .meta({ examples: ['Consumer Electronics'] }),
    currency: currencyOut,
    is_active: z.boolean().meta({ description: 'False if the provider no longer knows the symbol' }),
    data_fetched: z.boolean(),
    data_start_date: isoDate.nullable(),
    data_end_date: isoDate.nullable(),
    data_source: z.enum(['yahoo', 'csv', 'simulated']).nullable(),
    last_close: z.number().nullable(),
    previous_close: z.number().nullable(),
    recent_closes: z.array(z.number()).meta({ description: 'The last 22 closes at most, oldest first' }),
    last_fetched_at: timestamp.nullable().meta({ description: 'Time of the last successful fetch' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Error of the last fetch; null if it succeeded', examples: [null] }),
    left_out_bars: z
      .number()
      .int()
      .meta({ description: 'Number of days without a bar because the provider’s bar was invalid' }),
    pending_close_date: isoDate.nullable().meta({
      description:
        'Day of an ended session whose close the provider has not published yet; later than `data_end_date`',
      examples: ['2025-01-02'],
    }),
  })
  .meta({ id: 'Stock' });
export type Stock = z.infer<typeof stock>;

export const watchListItem = z
  .object({
    stock,
    added_at: timestamp,
    is_favorite: z.boolean(),
    notes: z.string().nullable(),
    notify_on_signals: z.boolean(),
  })
  .meta({ id: 'WatchListItem' });
export type WatchListItem = z.infer<typeof watchListItem>;

export const watchListInput = z.object({ ...paging });

export const watchList = z
  .object({
    stocks: z.array(watchListItem).meta({ description: 'Newest first' }),
    total: totalCount,
    stats: z
      .object({ total: z.number().int(), favorites: z.number().int(), active: z.number().int() })
      .meta({ id: 'WatchListStats' }),
  })
  .meta({ id: 'WatchList' });
export type WatchList = z.infer<typeof watchList>;

/** The ISIN of a search result. Null is allowed, because search results contain it. */
const isinOfSymbol = text('ISIN')
  .meta({
    description:
      'The ISIN of the stock, for example from a search result. Stored if the stock has none and the provider lists the symbol under this ISIN; otherwise the message of the task names the rejected ISIN. Not needed if `symbol` is an ISIN',
    examples: ['US0378331005'],
  })
  .transform((value) => value.trim().toUpperCase())
  .refine(isIsin, {
    error: 'An ISIN has two letters, nine letters or digits, and a check digit',
    abort: true,
  })
  .refine(hasValidCheckDigit, { error: wrongCheckDigit })
  .nullish();

export const addStockInput = z.object({ symbol: symbolOrIsin, isin: isinOfSymbol }).meta({ id: 'NewStock' });

const taskReference = z.object({ task_id: uuid, symbol: symbolOut }).meta({ id: 'StockTaskReference' });

export const addStockOutput = z
  .object({ data: taskReference.optional(), message: z.string() })
  .meta({ id: 'AddedStock' });

export const refreshStockOutput = z
  .object({ data: taskReference, message: z.string() })
  .meta({ id: 'RefreshedStock' });

export const stockInput = z.object({ symbol: symbolInPath });

export const stockInfo = z.object({ stock }).meta({ id: 'StockInfo' });

export const barInterval = z.enum(['daily', 'weekly', 'monthly'], {
  error: 'interval must be daily, weekly or monthly',
});
export type BarInterval = z.infer<typeof barInterval>;

export const barsInput = z
  .object({
    symbol: symbolInPath,
    interval: barInterval.default('daily'),
    start_date: calendarDate('start_date').optional(),
    end_date: calendarDate('end_date').optional(),
    adjust: z.enum(['dividends'], { error: 'adjust must be dividends' }).optional().meta({
      description:
        'Multiplies the prices before each ex-date by 1 − dividend / previous close. Without it, prices are adjusted for splits only',
    }),
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    error: 'start_date must not be after end_date',
    path: ['start_date'],
  });

export const bar = z
  .object({
    date: isoDate,
    open: z.number(),
    high: z.number(),
    low: z.number(),
    close: z.number(),
    volume: z.number(),
    is_complete: z.boolean().optional().meta({
      description: 'Only in weekly and monthly bars: false until the week or month is over',
    }),
  })
  .meta({ id: 'Bar' });
export type Bar = z.infer<typeof bar>;

export const bars = z
  .object({
    symbol: symbolOut,
    interval: barInterval,
    currency: currencyOut,
    data: z.array(bar).meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'Bars' });
export type Bars = z.infer<typeof bars>;

export const actions = z
  .object({
    symbol: symbolOut,
    splits: z
      .array(
        z
          .object({
            ex_date: isoDate.meta({ examples: ['2020-08-31'] }),
            numerator: z.number().meta({ description: 'New shares', examples: [4] }),
            denominator: z.number().meta({ description: 'Old shares', examples: [1] }),
          })
          .meta({ id: 'Split' }),
      )
      .meta({ description: 'Oldest first. All prices are already adjusted for them' }),
    dividends: z
      .array(
        z
          .object({
            ex_date: isoDate.meta({ examples: ['2024-11-08'] }),
            amount: z
              .number()
              .meta({ description: 'Per share, adjusted for later splits', examples: [0.25] }),
            currency: currencyOut,
          })
          .meta({ id: 'Dividend' }),
      )
      .meta({ description: 'Oldest first' }),
    total: z
      .number()
      .int()
      .meta({ minimum: 0, description: 'Number of splits and dividends', examples: [2] }),
  })
  .meta({ id: 'CorporateActions' });
export type Actions = z.infer<typeof actions>;

export const updateStockInput = z
  .object({
    symbol: symbolInPath,
    is_favorite: z.boolean('is_favorite must be true or false').optional(),
    notes: limitedText('Notes', notesMaximum)
      .transform((value) => value || null)
      .nullable()
      .optional(),
    notify_on_signals: z.boolean('notify_on_signals must be true or false').optional(),
  })
  .refine(
    ({ is_favorite, notes, notify_on_signals }) =>
      is_favorite !== undefined || notes !== undefined || notify_on_signals !== undefined,
    { error: 'Name at least one of is_favorite, notes and notify_on_signals' },
  )
  .meta({ id: 'StockPreferences', description: 'At least one of the fields', minProperties: 1 });

export const searchInput = z.object({
  q: text('q')
    .refine((value) => codePoints(value) <= 200, 'q must be at most 200 characters')
    .default('')
    .meta({
      description: 'Part of a name or symbol, or an ISIN. A blank text returns no results',
      maxLength: 200,
      examples: ['apple'],
    }),
});

export const searchMatch = z
  .object({
    symbol: symbolOut,
    name: z.string().meta({ examples: ['Apple Inc.'] }),
    exchange: z.string().nullable(),
    isin: z.string().nullable(),
    type: z.string().nullable(),
  })
  .meta({ id: 'SearchMatch' });
export type SearchMatch = z.infer<typeof searchMatch>;

export const searchOutput = z.object({ results: z.array(searchMatch) }).meta({ id: 'SearchResults' });

export const stockTaskInput = z.object({ taskId: opaqueId });
