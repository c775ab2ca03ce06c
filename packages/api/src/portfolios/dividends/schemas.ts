import { z } from 'zod';
import { calendarDate, isoDate, symbolInPath } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { money, skippedHoldings } from '../book/schemas.ts';
import { portfolioInput } from '../schemas.ts';
import { transaction } from '../transactions/schemas.ts';

const year = z
  .number('year must be a year like 2025')
  .int('year must be a year like 2025')
  .min(1970, 'year must be a year like 2025')
  .max(9999, 'year must be a year like 2025')
  .meta({ description: 'A calendar year: only what was or may be paid in it', examples: [2024] })
  .optional();

export const dividendsInput = portfolioInput.extend({ year });

const suggested = z
  .object({
    symbol: stockSymbol,
    ex_date: isoDate.meta({ examples: ['2024-11-08'] }),
    quantity: z.number().meta({ description: 'Shares on the eve, as of that day', examples: [12] }),
    amount: money.meta({ description: 'Gross', examples: [3] }),
    currency: z.string().meta({ examples: ['USD'] }),
    taxes: money.meta({ description: 'By `dividend_tax_percent` of the portfolio', examples: [0.75] }),
  })
  .meta({ id: 'SuggestedDividend' });

const forecast = z
  .object({
    symbol: stockSymbol,
    ex_date: isoDate.meta({
      description: 'One year after that of the last 365 days',
      examples: ['2025-11-08'],
    }),
    month: z.string().meta({ examples: ['2025-11'] }),
    amount: money.meta({ description: 'Gross, in `currency`, for the shares held now', examples: [3] }),
    currency: z.string().meta({ examples: ['USD'] }),
    value: money.meta({ description: 'In the currency of the portfolio', examples: [2.76] }),
    estimate: z.literal(true),
  })
  .meta({ id: 'ForecastDividend', description: 'The last 12 months repeated for the shares held now' });

const month = z
  .object({
    month: z.string().meta({ examples: ['2024-11'] }),
    received: money.meta({ description: 'Net', examples: [2.25] }),
    suggested: money.meta({ description: 'Gross', examples: [3] }),
    forecast: money.meta({ description: 'Gross', examples: [3] }),
  })
  .meta({ id: 'DividendMonth' });

const percent = z.number().nullable();

const income = {
  received: money.meta({ description: 'Net', examples: [9] }),
  forward_income: money.meta({
    description: 'Of the last 365 days’ dividends for the shares held now',
    examples: [12],
  }),
  yield_percent: percent.meta({ description: 'Of the value; null without one', examples: [0.44] }),
  yield_on_cost_percent: percent.meta({ description: 'Of the cost; null without one', examples: [0.52] }),
};

const inOwnCurrency = 'in the currency of the portfolio';

export const dividendList = z
  .object({
    received: z.array(transaction).meta({ description: 'Newest first' }),
    suggested: z.array(suggested).meta({ description: 'Oldest first' }),
    forecast: z.array(forecast).meta({ description: 'By date' }),
    months: z.array(month).meta({ description: `Oldest first, only those with money; ${inOwnCurrency}` }),
    by_stock: z
      .array(z.object({ symbol: stockSymbol, ...income }).meta({ id: 'DividendsOfStock' }))
      .meta({ description: `Of stocks that are held or that have paid; ${inOwnCurrency}` }),
    totals: z
      .object({ ...income, suggested: money.meta({ description: 'Gross', examples: [3] }) })
      .meta({ id: 'DividendTotals', description: `All ${inOwnCurrency}` }),
    skipped: skippedHoldings,
  })
  .meta({ id: 'DividendList' });
export type DividendList = z.infer<typeof dividendList>;

const maxTaken = 200;
const dividendsMessage = `dividends must be 1 to ${maxTaken} dividends`;

export const takeDividendsInput = portfolioInput
  .extend({
    dividends: z
      .array(
        z.object({
          symbol: symbolInPath,
          ex_date: calendarDate('ex_date').meta({ examples: ['2024-11-08'] }),
          date: calendarDate('date')
            .meta({ description: 'Day of the payment. Default: the ex-date', examples: ['2024-11-14'] })
            .optional(),
          taxes: z
            .number('taxes must be a number')
            .min(0, 'taxes must not be negative')
            .meta({ description: 'Default: by `dividend_tax_percent` of the portfolio', examples: [0.75] })
            .optional(),
        }),
        { error: dividendsMessage },
      )
      .min(1, dividendsMessage)
      .max(maxTaken, dividendsMessage),
  })
  .meta({ id: 'DividendsToTake' });

export const takenDividends = z.object({ transactions: z.array(transaction) }).meta({ id: 'TakenDividends' });
