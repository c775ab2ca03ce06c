import { hasValidCheckDigit, isIsin, isSymbol } from '@stockbook/market-data/symbols';
import { z } from 'zod';
import { stockTaskReference } from '../history/schemas.ts';
import { codePoints, requiredText, text } from '../primitives.ts';
import { stock, stockSymbol } from '../watch-list/schemas.ts';

const wrongCheckDigit = 'Invalid ISIN: the check digit does not match';

/** Input of the add form: a symbol or an ISIN, trimmed and upper-cased. */
export const symbolOrIsin = requiredText('Stock symbol', 'Please enter a stock symbol')
  .meta({ description: 'Ticker symbol or ISIN', examples: ['AAPL', 'US0378331005'] })
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => isSymbol(value) || isIsin(value) || value.startsWith('@'), {
    error: 'A stock symbol has 1 to 20 letters, digits or . - ^ = &',
    abort: true,
  })
  .refine((value) => !isIsin(value) || hasValidCheckDigit(value), { error: wrongCheckDigit });

/** The ISIN of a search result. Null is allowed, because search results contain it. */
const isinOfSymbol = text('ISIN')
  .meta({
    description:
      'The ISIN of the stock, for example from a search result. Stored if the stock has none and the provider lists the symbol under this ISIN; otherwise the message of the task names the rejected ISIN. Not needed if `symbol` is an ISIN',
    examples: ['US0378331005'],
  })
  .transform((value) => value.trim().toUpperCase())
  .refine(isIsin, {
    error: 'An ISIN has two letters, nine letters or digits, and a check digit',
    abort: true,
  })
  .refine(hasValidCheckDigit, { error: wrongCheckDigit })
  .nullish();

export const addStockInput = z.object({ symbol: symbolOrIsin, isin: isinOfSymbol }).meta({ id: 'NewStock' });

export const addStockOutput = z
  .object({ data: stockTaskReference.optional(), message: z.string().meta({ examples: ['Adding AAPL'] }) })
  .meta({ id: 'AddedStock' });

export const stockInfo = z
  .object({
    stock: stock
      .extend({
        pricing: z
          .enum(['entered', 'interest', 'linked'])
          .nullable()
          .meta({ description: 'Where the prices of an own instrument come from; null for others' }),
        quoted_in: z
          .enum(['money', 'percent'])
          .meta({ description: '`percent`: prices are per cent of the nominal value' }),
      })
      .meta({ id: 'StockFacts' }),
  })
  .meta({ id: 'StockInfo' });

export const searchInput = z.object({
  q: text('q')
    .refine((value) => codePoints(value) <= 200, 'q must be at most 200 characters')
    .default('')
    .meta({
      description: 'Part of a name or symbol, or an ISIN. A blank text returns no results',
      maxLength: 200,
      examples: ['apple'],
    }),
});

export const searchMatch = z
  .object({
    symbol: stockSymbol,
    name: stock.shape.name,
    exchange: stock.shape.exchange,
    isin: stock.shape.isin,
    type: z
      .string()
      .nullable()
      .meta({ examples: ['EQUITY'] }),
  })
  .meta({ id: 'SearchMatch' });
export type SearchMatch = z.infer<typeof searchMatch>;

export const searchOutput = z.object({ results: z.array(searchMatch) }).meta({ id: 'SearchResults' });
