import { z } from 'zod';
import { count, isoDate } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { dateFrom1970 } from '../fields.ts';

export const money = z.number().meta({ examples: [1_234.5] });

export const skippedHoldings = z
  .array(
    z
      .object({
        symbol: z
          .string()
          .meta({ description: 'A stock, or the currency of a cash balance', examples: ['OTP.BD'] }),
        kind: z
          .enum(['unknown_currency', 'missing_rate', 'missing_price'])
          .meta({ examples: ['missing_rate'] }),
        reason: z.string().meta({ examples: ['The EUR/HUF rate is being fetched'] }),
      })
      .meta({ id: 'SkippedHolding' }),
  )
  .meta({
    description: 'What is left out of every figure, because its price, its currency or a rate is not known',
    examples: [[]],
  });

const warningMessage = z.string().meta({ description: 'Sentence for the user' });

const portfolioWarning = z
  .union([
    z
      .object({
        kind: z.literal('cash_below_zero'),
        days: count.meta({ description: 'Days on which all cash together is below zero', examples: [3] }),
        first: isoDate.meta({ description: 'The first of them' }),
        lowest: money.meta({ description: 'The lowest amount of cash', examples: [-120.5] }),
        message: warningMessage.meta({ examples: ['Cash is below zero on 3 days'] }),
      })
      .meta({ id: 'CashBelowZeroWarning' }),
    z
      .object({
        kind: z.literal('stale_rate'),
        pair: stockSymbol.meta({ examples: ['EURUSD=X'] }),
        since: isoDate.meta({ description: 'Day of the last rate' }),
        message: warningMessage.meta({ examples: ['EURUSD=X has no rates since Dec 31, 2024'] }),
      })
      .meta({ id: 'StaleRateWarning' }),
    z
      .object({
        kind: z.literal('stale_price'),
        symbol: stockSymbol,
        since: isoDate.meta({ description: 'Day of the last close' }),
        message: warningMessage.meta({ examples: ['AAPL has no prices since Dec 31, 2024'] }),
      })
      .meta({ id: 'StalePriceWarning' }),
    z
      .object({
        kind: z.literal('not_updated'),
        symbol: stockSymbol,
        since: isoDate.nullable().meta({ description: 'Day of the last update; null if there was none' }),
        message: warningMessage.meta({
          examples: ['AAPL is not updated since Dec 31, 2024: Yahoo refuses requests'],
        }),
      })
      .meta({ id: 'NotUpdatedWarning' }),
    z
      .object({
        kind: z.literal('spin_off'),
        symbol: stockSymbol.meta({ examples: ['GE'] }),
        ex_date: isoDate.meta({ examples: ['2024-04-02'] }),
        ratio: z.string().meta({ description: 'New shares : old shares', examples: ['1,253:1,000'] }),
        message: warningMessage.meta({
          examples: [
            'GE has a split of 1,253:1,000 on Apr 2, 2024. That is usually a spin-off: did your number of shares change?',
          ],
        }),
      })
      .meta({ id: 'SpinOffWarning' }),
    z
      .object({
        kind: z.literal('spun_off'),
        symbol: stockSymbol.meta({ examples: ['GE'] }),
        ex_date: isoDate.meta({ examples: ['2024-04-02'] }),
        cost: money.meta({ description: 'What left the cost of the stock', examples: [201.92] }),
        message: warningMessage.meta({
          examples: [
            '201.92 EUR of the cost of GE left with the spin-off of Apr 2, 2024. Add the new company’s shares with that cost',
          ],
        }),
      })
      .meta({ id: 'SpunOffWarning' }),
    z
      .object({
        kind: z.literal('dust'),
        date: isoDate,
        message: warningMessage.meta({
          examples: [
            'On Dec 31, 2024 the return of the day is above 1,000,000: the value before it was tiny',
          ],
        }),
      })
      .meta({ id: 'DustWarning' }),
    z
      .object({
        kind: z.literal('simulated'),
        symbols: z.array(stockSymbol),
        message: warningMessage.meta({ examples: ['The prices of AAPL are simulated'] }),
      })
      .meta({ id: 'SimulatedWarning' }),
  ])
  .meta({ id: 'PortfolioWarning' });
export type PortfolioWarning = z.infer<typeof portfolioWarning>;

export const portfolioWarnings = z
  .array(portfolioWarning)
  .meta({ description: 'What to know about the figures', examples: [[]] });

export const asOf = isoDate
  .nullable()
  .meta({ description: 'Day of the last close used; null without one', examples: ['2024-01-10'] });

/** The ends of a period, both inclusive. */
export const period = {
  since: dateFrom1970('since')
    .meta({ description: 'First day. Default: that of the first transaction', examples: ['2024-01-02'] })
    .optional(),
  until: dateFrom1970('until')
    .meta({
      description:
        'Last day, today at the latest. Default: the later of the last transaction and the last close of a stock held',
      examples: ['2024-01-10'],
    })
    .optional(),
};

export const periodInOrder = z.refine<{ since?: string | undefined; until?: string | undefined }>(
  ({ since, until }) => !since || !until || since <= until,
  { error: 'since must not be after until', path: ['since'] },
);

/** A boolean of a query, false by default. */
export function flag(name: string, description: string) {
  return z
    .boolean(`${name} must be true or false`)
    .default(false)
    .meta({ description, examples: [true] });
}
