import { z } from 'zod';
import { count, isoDate, timestamp } from '../../primitives.ts';
import { currencyCode, stockSymbol } from '../../watch-list/schemas.ts';
import { asOf, flag, money, portfolioWarnings, skippedHoldings } from '../book/schemas.ts';
import { dateFrom1970 } from '../fields.ts';
import { portfolioInput } from '../schemas.ts';

/** @param day the field that no quote can be combined with */
export const quotesFlag = (day: string) =>
  flag(
    'quotes',
    `Adds the values at the prices that \`GET /quotes\` returns: ask it first, so that the server fetches them. Not together with \`${day}\``,
  );

/** Quotes are prices of today. */
export const assertNoDayWithQuotes = (day: 'date' | 'until') =>
  z.refine<{ quotes: boolean; date?: string | undefined; until?: string | undefined }>(
    (input) => !input.quotes || input[day] === undefined,
    { error: `quotes cannot be combined with ${day}`, path: ['quotes'] },
  );

export const holdingsInput = portfolioInput
  .extend({
    date: dateFrom1970('date')
      .meta({
        description:
          'The day at whose end the holdings are listed, today at the latest. Default: the last day of the whole life',
        examples: ['2024-01-10'],
      })
      .optional(),
    closed: flag('closed', 'Also lists positions that were sold out'),
    quotes: quotesFlag('date'),
  })
  .check(assertNoDayWithQuotes('date'));

const lot = z
  .object({
    date: isoDate.meta({ description: 'Day of the purchase', examples: ['2024-01-04'] }),
    quantity: z.number().meta({ description: 'Shares left, as of the day of the list', examples: [5] }),
    cost: money.meta({ examples: [509] }),
  })
  .meta({ id: 'HoldingLot' });

const holdingQuote = z.object({
  price: z.number().meta({ description: 'In `price_currency`', examples: [112] }),
  time: timestamp.meta({ description: 'When it was paid', examples: ['2024-01-11T14:42:00.000Z'] }),
  delay_minutes: count
    .nullable()
    .meta({ description: 'Minutes behind the exchange; null if unknown', examples: [15] }),
  value: money.meta({ description: 'Quantity × price × fx_rate of the last close', examples: [560] }),
  change: money.nullable().meta({ description: 'Of the value since the previous close', examples: [10] }),
  change_percent: z
    .number()
    .nullable()
    .meta({ examples: [1.8182] }),
  unrealised: money.meta({ description: 'Value − cost', examples: [51] }),
  unrealised_percent: z
    .number()
    .nullable()
    .meta({ examples: [10.02] }),
});

const weightAtQuotes = z
  .number()
  .nullable()
  .optional()
  .meta({ description: 'As `weight_percent`, by the value at quotes; only with `quotes`', examples: [100] });

export const holding = z
  .object({
    symbol: stockSymbol,
    name: z.string().meta({ examples: ['Apple Inc.'] }),
    currency: currencyCode,
    quantity: z.number().meta({ description: 'Shares, as of the day', examples: [5] }),
    price: z
      .number()
      .nullable()
      .meta({ description: 'Of such a share, in `price_currency`; null if none is held', examples: [110] }),
    price_currency: z.string().meta({
      description: 'That of the quotes; before the first stored close that of a trade',
      examples: ['USD'],
    }),
    price_date: isoDate
      .nullable()
      .meta({ description: 'Day of the price; null if none is held', examples: ['2024-01-10'] }),
    fx_rate: z
      .number()
      .nullable()
      .meta({
        description: 'Quantity × price × fx_rate = value; null if none is held',
        examples: [1],
      }),
    value: money.meta({ description: 'In the currency of the portfolio, like all money', examples: [550] }),
    cost: money.meta({
      description: 'By the cost method of the portfolio, like all that follows from it',
      examples: [509],
    }),
    cost_per_share: money.nullable().meta({ description: 'Null if none is held', examples: [101.8] }),
    unrealised: money.meta({ description: 'Value − cost', examples: [41] }),
    unrealised_percent: z
      .number()
      .nullable()
      .meta({ description: '100 × unrealised / cost; null if the cost is 0', examples: [8.055] }),
    realised: money.meta({ description: 'Of all sales up to the day', examples: [105.5] }),
    dividends: money.meta({ description: 'Gross, of the whole life', examples: [0] }),
    gain: money.meta({ description: 'Of the whole life', examples: [134] }),
    twr: z
      .number()
      .nullable()
      .meta({
        description:
          'True time-weighted return of the whole life, a fraction; null without a day with capital',
        examples: [0.0919],
      }),
    day_change: money
      .nullable()
      .meta({ description: 'Since the close before the last one; null without two closes', examples: [20] }),
    day_change_percent: z
      .number()
      .nullable()
      .meta({ examples: [3.774] }),
    weight_percent: z
      .number()
      .nullable()
      .meta({ description: 'Of the value, cash included; null if that is 0 or below', examples: [100] }),
    first_bought: isoDate
      .nullable()
      .meta({ description: 'Of the position; null if none is held', examples: ['2024-01-02'] }),
    lots: z.array(lot).meta({ description: 'First in, first out: oldest first' }),
    badges: z.array(z.string()).meta({
      description: 'Remarks for the user',
      examples: [['No prices since May 3, 2025']],
    }),
    quote: holdingQuote.nullable().optional().meta({
      description: 'Only with `quotes`; null without a price that is newer than the last close',
    }),
    weight_percent_at_quotes: weightAtQuotes,
  })
  .meta({ id: 'Holding' });
export type Holding = z.infer<typeof holding>;

export const cashBalance = z
  .object({
    currency: z.string().meta({ examples: ['USD'] }),
    amount: money.meta({ description: 'In this currency' }),
    value: money.meta({ description: 'In the currency of the portfolio' }),
    weight_percent: z
      .number()
      .nullable()
      .meta({ description: 'As of a holding', examples: [12.5] }),
    weight_percent_at_quotes: weightAtQuotes,
  })
  .meta({ id: 'CashBalance' });
export type CashBalance = z.infer<typeof cashBalance>;

export const holdingTotals = z
  .object({
    value: money.meta({ description: 'With cash if cash is tracked', examples: [550] }),
    cost: money.meta({ examples: [509] }),
    unrealised: money.meta({ examples: [41] }),
    unrealised_percent: z
      .number()
      .nullable()
      .meta({ examples: [8.055] }),
    realised: money.meta({ description: 'Of all sales, also of positions sold out', examples: [105.5] }),
    day_change: money.nullable().meta({ examples: [20] }),
    day_change_percent: z
      .number()
      .nullable()
      .meta({ examples: [3.774] }),
    value_at_quotes: money.optional().meta({
      description: 'Holdings without a quote at their last close; only with `quotes`',
      examples: [560],
    }),
    without_quote: count.optional().meta({ description: 'Holdings without a quote', examples: [0] }),
    unrealised_at_quotes: money.optional().meta({ examples: [51] }),
    unrealised_percent_at_quotes: z
      .number()
      .nullable()
      .optional()
      .meta({ examples: [10.02] }),
    day_change_at_quotes: money
      .nullable()
      .optional()
      .meta({ examples: [10] }),
    day_change_percent_at_quotes: z
      .number()
      .nullable()
      .optional()
      .meta({ examples: [1.8182] }),
  })
  .meta({ id: 'HoldingTotals' });

export const holdingList = z
  .object({
    date: isoDate.meta({ description: 'The day at whose end this is held', examples: ['2024-01-10'] }),
    as_of: asOf,
    holdings: z.array(holding).meta({ description: 'By symbol' }),
    cash: z.array(cashBalance).meta({ description: 'By currency; empty unless cash is tracked' }),
    totals: holdingTotals,
    warnings: portfolioWarnings,
    skipped: skippedHoldings,
  })
  .meta({ id: 'HoldingList' });
export type HoldingList = z.infer<typeof holdingList>;
