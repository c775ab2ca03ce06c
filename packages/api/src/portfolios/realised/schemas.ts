import { z } from 'zod';
import { count, isoDate, paging, text, totalCount } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { money, skippedHoldings } from '../book/schemas.ts';
import { portfolioInput } from '../schemas.ts';

const yearMessage = 'year must be a tax year like 2025 or 2025/26';

const taxYear = text('year')
  .refine((year) => /^\d{4}(\/\d{2})?$/.test(year), yearMessage)
  .meta({ description: 'A tax year, by the calendar year of its first day', examples: ['2024'] })
  .optional();

export const realisedCsvInput = portfolioInput.extend({ year: taxYear });
export const realisedInput = realisedCsvInput.extend(paging);

const amounts = {
  proceeds: money.meta({ description: 'Quantity × price − fees', examples: [1_614.5] }),
  cost: money.meta({ description: 'Of the shares sold', examples: [1_509] }),
  gain: money.meta({ description: 'Proceeds − cost', examples: [105.5] }),
};
const taxes = money.meta({ description: 'Withheld; not subtracted from the gain', examples: [12.5] });

const lotOfSale = z
  .object({
    bought_on: isoDate.meta({ examples: ['2024-01-02'] }),
    days_held: count.meta({ examples: [6] }),
    quantity: z.number().meta({ description: 'Shares, as of the sale', examples: [10] }),
    cost: money.meta({ examples: [1_000] }),
    proceeds: money.meta({ description: 'Shared by quantity', examples: [1_076.333] }),
    gain: money.meta({ examples: [76.333] }),
  })
  .meta({ id: 'LotOfSale' });

const sale = z
  .object({
    date: isoDate.meta({ examples: ['2024-01-08'] }),
    symbol: stockSymbol,
    quantity: z.number().meta({ description: 'Shares, as entered', examples: [15] }),
    ...amounts,
    taxes,
    lots: z.array(lotOfSale).meta({ description: 'Oldest first; empty by average cost' }),
  })
  .meta({ id: 'Sale' });

const realisedYear = z
  .object({
    year: z
      .string()
      .meta({ description: '`2025`, or `2025/26` if it does not begin on Jan 1', examples: ['2024'] }),
    ...amounts,
    taxes,
    dividends: money.meta({ description: 'Gross', examples: [0] }),
    interest: money.meta({ description: 'Gross', examples: [0] }),
    fees: money.meta({ description: 'Those that are in no cost and no proceeds', examples: [0] }),
  })
  .meta({ id: 'RealisedYear' });

export const realisedGains = z
  .object({
    years: z.array(realisedYear).meta({ description: 'Newest first' }),
    sales: z.array(sale).meta({ description: 'Newest first' }),
    total: totalCount.meta({ description: 'Number of sales, not only on this page' }),
    skipped: skippedHoldings,
  })
  .meta({ id: 'RealisedGains' });
export type RealisedGains = z.infer<typeof realisedGains>;
