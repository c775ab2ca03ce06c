import { z } from 'zod';
import { limitedText, requiredName, text } from '../text.ts';
import { instantOut, paging } from '../wire.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const portfolio = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    currency: z.string().meta({ description: 'ISO 4217', example: 'USD' }),
    created_at: instantOut,
    updated_at: instantOut,
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = z.infer<typeof portfolio>;

export const createPortfolioInput = z
  .object({
    name: requiredName('Name', 100),
    description: limitedText('Description', 10_000).nullable().default(null),
    currency: text('Currency')
      .default('USD')
      .transform((value) => value.trim().toUpperCase())
      .refine((value) => currencies.has(value), 'Currency must be a code of ISO 4217, for example USD')
      .meta({ example: 'USD' }),
  })
  .meta({ id: 'NewPortfolio' });

export const listPortfoliosInput = z.object({ ...paging });
export const portfolioList = z
  .object({ portfolios: z.array(portfolio).meta({ description: 'Newest first' }), total: z.number().int() })
  .meta({ id: 'PortfolioList' });
