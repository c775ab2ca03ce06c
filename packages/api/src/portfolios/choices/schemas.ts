import { z } from 'zod';
import { dateFrom1970, moneyCurrency, stockSymbolOf } from '../fields.ts';
import { portfolioId } from '../schemas.ts';

const splitChoices = ['multiplied', 'kept'] as const;

const stockOfDay = {
  portfolioId,
  symbol: stockSymbolOf('symbol', 'GE'),
  ex_date: dateFrom1970('ex_date').meta({ examples: ['2024-04-02'] }),
};

export const splitChoiceInput = z
  .object({
    ...stockOfDay,
    choice: z.enum(splitChoices, 'choice must be multiplied or kept').meta({
      description: '`kept`: the number of shares stayed, because the split of the source was a spin-off',
      examples: ['kept'],
    }),
  })
  .meta({ id: 'SplitChoice' });

export const quoteCurrencyInput = z
  .object({
    portfolioId,
    symbol: stockSymbolOf('symbol', 'ACME'),
    currency: moneyCurrency('currency', 'GBp'),
  })
  .meta({ id: 'QuoteCurrency' });

export const dismissDividendInput = z.object(stockOfDay).meta({ id: 'DismissedDividend' });
