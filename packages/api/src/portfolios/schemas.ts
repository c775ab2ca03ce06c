import { z } from 'zod';
import {
  limitedText,
  opaqueId,
  paging,
  requiredName,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const portfolio = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Retirement'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Broad funds, bought monthly'] }),
    currency: z.string().meta({ description: 'ISO 4217 code', examples: ['USD'] }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = z.infer<typeof portfolio>;

export const createPortfolioInput = z
  .object({
    name: requiredName('Name', 100).meta({ examples: ['Retirement'] }),
    description: limitedText('Description', 10_000)
      .nullable()
      .default(null)
      .meta({ examples: ['Broad funds, bought monthly'] }),
    currency: text('Currency')
      .meta({ description: 'ISO 4217 code, in upper or lower case', examples: ['USD'] })
      .default('USD')
      .transform((value) => value.trim().toUpperCase())
      .refine((value) => currencies.has(value), 'Currency must be a code of ISO 4217, for example USD'),
  })
  .meta({ id: 'NewPortfolio' });

export const portfolioInput = z.object({
  portfolioId: opaqueId.meta({ description: 'Id of a portfolio' }),
});

export const listPortfoliosInput = z.object({ ...paging });
export const portfolioList = z
  .object({ portfolios: z.array(portfolio).meta({ description: 'Newest first' }), total: totalCount })
  .meta({ id: 'PortfolioList' });
