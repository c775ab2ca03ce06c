import { z } from 'zod';
import { opaqueId, text, uuid } from '../../primitives.ts';
import { flag, money, period, periodInOrder, portfolioWarnings, skippedHoldings } from '../book/schemas.ts';
import { portfolioCurrency } from '../fields.ts';
import {
  assertNoDayWithQuotes,
  cashBalance,
  holding,
  holdingTotals,
  quotesFlag,
} from '../holdings/schemas.ts';
import { performance } from '../performance/schemas.ts';

/** Portfolios in one request: the quota of a user. */
const maxIds = 50;
const idsMessage = `ids must be 1 to ${maxIds} ids, separated by commas`;

export const overviewInput = z
  .object({
    ids: z
      .array(opaqueId, { error: idsMessage })
      .min(1, idsMessage)
      .max(maxIds, idsMessage)
      .meta({
        description: 'Ids of portfolios. Default: all. Repeat the parameter, or separate the ids by commas',
      })
      .transform((ids) => [...new Set(ids)])
      .optional(),
    currency: portfolioCurrency(
      text('currency').meta({
        description: 'Currency of all money. Default: that of the oldest portfolio',
        examples: ['EUR'],
      }),
      'currency',
    ).optional(),
    ...period,
    series: flag('series', 'Adds the values over time'),
    details: flag('details', 'Adds the returns of months and years, and what explains the figures'),
    quotes: quotesFlag('until'),
  })
  .check(periodInOrder, assertNoDayWithQuotes('until'));

const portfolioShare = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Retirement'] }),
    value: money.meta({ examples: [550] }),
    weight: z
      .number()
      .nullable()
      .meta({
        description: 'Part of the value of all, a fraction; null if that is 0 or below',
        examples: [1],
      }),
    gain: money.meta({ description: 'Of the period', examples: [134] }),
  })
  .meta({ id: 'PortfolioShare' });

export const overview = z
  .object({
    currency: z.string().meta({ description: 'Of all money', examples: ['EUR'] }),
    cash_tracking: z
      .boolean()
      .meta({ description: 'Whether cash counts: if every portfolio tracks it', examples: [false] }),
    portfolios: z.array(portfolioShare).meta({ description: 'Oldest first' }),
    holdings: z.array(holding).meta({ description: 'By symbol' }),
    cash: z.array(cashBalance).meta({ description: 'By currency; empty unless cash counts' }),
    totals: holdingTotals,
    performance,
    warnings: portfolioWarnings,
    skipped: skippedHoldings,
  })
  .meta({ id: 'PortfolioOverview' });
export type PortfolioOverview = z.infer<typeof overview>;
