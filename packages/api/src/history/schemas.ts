import { z } from 'zod';
import { calendarDate, count, isoDate, symbolInPath, uuid } from '../primitives.ts';
import { currencyCode, stockSymbol } from '../watch-list/schemas.ts';

export const barInterval = z.enum(['daily', 'weekly', 'monthly'], {
  error: 'interval must be daily, weekly or monthly',
});
export type BarInterval = z.infer<typeof barInterval>;

export const barsSelection = {
  interval: barInterval.default('daily').meta({ description: 'Length of a bar', examples: ['daily'] }),
  start_date: calendarDate('start_date')
    .meta({ description: 'First day, inclusive', examples: ['2024-01-02'] })
    .optional(),
  end_date: calendarDate('end_date')
    .meta({ description: 'Last day, inclusive', examples: ['2024-12-31'] })
    .optional(),
  adjust: z
    .enum(['dividends'], { error: 'adjust must be dividends' })
    .meta({
      description:
        'Multiplies the prices before each ex-date by 1 − dividend / previous close. Without it, prices are adjusted for splits only',
    })
    .optional(),
};

export const rangeInOrder = z.refine<{ start_date?: string | undefined; end_date?: string | undefined }>(
  ({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date,
  { error: 'start_date must not be after end_date', path: ['start_date'] },
);

export const barsInput = z.object({ symbol: symbolInPath, ...barsSelection }).check(rangeInOrder);

/** In one request. */
const maxSymbols = 50;

const symbolsMessage = `symbols must be 1 to ${maxSymbols} symbols, separated by commas`;

export const barsOfStocksInput = z
  .object({
    symbols: z
      .array(symbolInPath, { error: symbolsMessage })
      .min(1, symbolsMessage)
      .max(maxSymbols, symbolsMessage)
      .meta({
        description: `At most ${maxSymbols} ticker symbols. Repeat the parameter, or separate the symbols by commas`,
        examples: [['AAPL', 'MSFT']],
      })
      .transform((symbols) => [...new Set(symbols)]),
    ...barsSelection,
  })
  .check(rangeInOrder);

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
  .meta({
    id: 'Bar',
    examples: [
      { date: '2024-12-31', open: 252.44, high: 253.28, low: 249.43, close: 250.42, volume: 39_480_700 },
    ],
  });
export type Bar = z.infer<typeof bar>;

export const bars = z
  .object({
    symbol: stockSymbol,
    interval: barInterval,
    currency: currencyCode,
    data: z.array(bar).meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'Bars' });
export type Bars = z.infer<typeof bars>;

export const barsOfStocks = z
  .object({
    interval: barInterval,
    stocks: z
      .array(
        z
          .object({
            symbol: stockSymbol,
            currency: currencyCode,
            data: z.array(bar).meta({ description: 'Oldest first' }),
          })
          .meta({ id: 'BarsOfStock' }),
      )
      .meta({ description: 'In the requested order' }),
    unknown: z
      .array(z.string())
      .meta({ description: 'Requested symbols that are not on the watch list', examples: [['NOPE']] }),
  })
  .meta({ id: 'BarsOfStocks' });

export const dividendRepeats = z
  .array(
    z
      .object({
        ex_date: isoDate,
        amount: z.number().meta({ examples: [2.5] }),
        months: count.meta({ examples: [6] }),
        until: isoDate,
      })
      .meta({ id: 'RepeatedDividend' }),
  )
  .meta({ description: 'The repeats that made dates of `dividends`' });

export const actions = z
  .object({
    symbol: stockSymbol,
    splits: z
      .array(
        z
          .object({
            ex_date: isoDate.meta({ examples: ['2020-08-31'] }),
            numerator: z.number().meta({ description: 'New shares', examples: [4] }),
            denominator: z.number().meta({ description: 'Old shares', examples: [1] }),
            is_in_prices: z
              .boolean()
              .optional()
              .meta({ description: 'Only of an own instrument: true, its prices include the split' }),
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
            currency: currencyCode,
          })
          .meta({ id: 'Dividend' }),
      )
      .meta({ description: 'Oldest first' }),
    repeats: dividendRepeats.optional().meta({ description: 'Only of an own instrument that has any' }),
    total: count.meta({ description: 'Number of splits and dividends', examples: [2] }),
  })
  .meta({ id: 'CorporateActions' });
export type CorporateActions = z.infer<typeof actions>;

export const stockTaskReference = z
  .object({ task_id: uuid, symbol: stockSymbol })
  .meta({ id: 'StockTaskReference' });

export const refreshStockOutput = z
  .object({ data: stockTaskReference, message: z.string().meta({ examples: ['Refreshing AAPL'] }) })
  .meta({ id: 'RefreshedStock' });
