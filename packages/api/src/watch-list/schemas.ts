import { z } from 'zod';
import {
  count,
  isoDate,
  limitedText,
  maxInteger,
  nullIfBlank,
  opaqueId,
  paging,
  symbolInPath,
  timestamp,
  totalCount,
} from '../primitives.ts';

export const maxNotesLength = 10_000;

export const stockInput = z.object({ symbol: symbolInPath });

export const stockSymbol = z.string().meta({ examples: ['AAPL'] });

export const currencyCode = z
  .string()
  .nullable()
  .meta({ description: 'Currency of the quotes; GBp means pence', examples: ['USD'] });

/** Left out of the responses of most stocks, whose prices are money. */
export const quotedInPercent = z
  .enum(['percent'])
  .meta({
    description:
      'Only of own instruments whose prices and dividends are per cent of the nominal value: bonds, for example',
  })
  .optional();

const dataSource = z.enum(['yahoo', 'tiingo', 'eodhd', 'csv', 'simulated', 'own']);

export const stock = z
  .object({
    id: z
      .number()
      .int()
      .min(1)
      .max(maxInteger)
      .meta({ examples: [1] }),
    symbol: stockSymbol,
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
    currency: currencyCode,
    quoted_in: quotedInPercent,
    is_active: z.boolean().meta({ description: 'False if the provider no longer knows the symbol' }),
    data_fetched: z.boolean(),
    data_start_date: isoDate.nullable().meta({ examples: ['1990-01-02'] }),
    data_end_date: isoDate.nullable(),
    data_source: dataSource.nullable().meta({ description: 'The source of the whole stored history' }),
    previous_data_source: dataSource.nullable().meta({
      description:
        'The source of the history that the present one replaced; null if the source never changed',
    }),
    data_source_since: timestamp.nullable().meta({
      description: 'When the present source replaced the previous one',
      examples: [null],
    }),
    last_close: z
      .number()
      .nullable()
      .meta({ examples: [250.42] }),
    previous_close: z
      .number()
      .nullable()
      .meta({ examples: [252.2] }),
    recent_closes: z.array(z.number()).meta({
      description: 'The last 22 closes at most, oldest first',
      examples: [[255.59, 252.2, 250.42]],
    }),
    last_fetched_at: timestamp.nullable().meta({ description: 'Time of the last successful fetch' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Error of the last fetch; null if it succeeded', examples: [null] }),
    left_out_bars: count.meta({
      description:
        'Number of bars of the provider that were rejected: invalid ones, and those of holidays of the exchange',
      examples: [0],
    }),
    missing_dates: z.array(isoDate).meta({
      description:
        'Every day without a bar, oldest first: the provider’s bar was rejected, or it has none although the exchange traded',
      examples: [[]],
    }),
    pending_close_date: isoDate.nullable().meta({
      description:
        'Day of an ended session whose close the provider has not published yet; later than `data_end_date`',
      examples: [null],
    }),
  })
  .meta({ id: 'Stock' });
export type Stock = z.infer<typeof stock>;

export const watchListItem = z
  .object({
    stock,
    added_at: timestamp,
    is_favorite: z.boolean(),
    notes: z
      .string()
      .nullable()
      .meta({ examples: ['Buy below 200'] }),
    notify_on_signals: z.boolean(),
  })
  .meta({ id: 'WatchListItem' });
export type WatchListItem = z.infer<typeof watchListItem>;

export const watchListInput = z.object({
  list_id: opaqueId
    .meta({ description: 'Only the stocks of this list, in its order; `total` and `stats` are the list’s' })
    .optional(),
  ...paging,
});

export const watchList = z
  .object({
    stocks: z.array(watchListItem).meta({ description: 'Newest first; of a list, in its order' }),
    total: totalCount,
    stats: z
      .object({
        total: count.meta({ examples: [1] }),
        favorites: count.meta({ examples: [1] }),
        active: count.meta({ description: 'Stocks that the provider knows', examples: [1] }),
      })
      .meta({ id: 'WatchListStats' }),
  })
  .meta({ id: 'WatchList' });
export type WatchList = z.infer<typeof watchList>;

const percentChange = z.number().nullable();

const stockFigures = z
  .object({
    symbol: stockSymbol,
    volume: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Of the last bar', examples: [48_230_000] }),
    low_52_weeks: z
      .number()
      .nullable()
      .meta({ description: 'The lowest price of the year that ends with the last bar', examples: [169.21] }),
    high_52_weeks: z
      .number()
      .nullable()
      .meta({ description: 'The highest price of the year that ends with the last bar', examples: [260.1] }),
    change_1_week: percentChange.meta({
      description: 'Change in percent since the close seven days before the last bar',
      examples: [-1.2],
    }),
    change_1_month: percentChange.meta({
      description: 'Change in percent since the close one month before the last bar',
      examples: [5.14],
    }),
    change_year_to_date: percentChange.meta({
      description: 'Change in percent since the last close of the year before the last bar',
      examples: [30.07],
    }),
  })
  .meta({ id: 'StockFigures', description: 'Null where the history is too short' });
export type StockFigures = z.infer<typeof stockFigures>;

export const watchListFigures = z
  .object({ stocks: z.array(stockFigures).meta({ description: 'Newest first' }) })
  .meta({ id: 'WatchListFigures' });
export type WatchListFigures = z.infer<typeof watchListFigures>;

export const updateStockInput = z
  .object({
    symbol: symbolInPath,
    is_favorite: z.boolean('is_favorite must be true or false').optional(),
    notes: limitedText('Notes', maxNotesLength)
      .meta({ examples: ['Buy below 200'] })
      .transform(nullIfBlank)
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
