import { z } from 'zod';
import { isoDate } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { dateFrom1970, firstDay, moneyCurrency, stockSymbolOf } from '../fields.ts';
import { portfolioInput } from '../schemas.ts';

export const dayPriceInput = portfolioInput.extend({
  date: dateFrom1970('date', 'A transaction must lie after 1969')
    .meta({
      description: `From ${firstDay} to tomorrow in UTC. Default: today in UTC`,
      examples: ['2024-05-20'],
    })
    .optional(),
  symbol: stockSymbolOf('symbol', 'NVDA').meta({ description: 'Symbol of a stock' }).optional(),
  currency: moneyCurrency('currency')
    .meta({ description: 'Default: that of the stock, else that of the portfolio', examples: ['USD'] })
    .optional(),
});

const number = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });

export const dayPrice = z
  .object({
    date: isoDate.meta({ examples: ['2024-05-20'] }),
    symbol: stockSymbol.nullable().meta({ examples: ['NVDA'] }),
    is_known: z
      .boolean()
      .meta({ description: 'False for a stock that must be added to the stocks first', examples: [true] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the stock', examples: ['NVIDIA Corporation'] }),
    currency: z.string().meta({ description: 'The requested currency, or the default', examples: ['USD'] }),
    fx_rate: number('Units of `fx_currency` for one of `currency`; null if it is not known', 0.9201),
    fx_currency: z.string().meta({ description: 'The currency of the portfolio', examples: ['EUR'] }),
    low: number('Lowest price of a share of the day; null on a day without prices', 941.2),
    high: number('Highest price of a share of the day', 952.6),
    price_currency: z
      .string()
      .nullable()
      .meta({ description: 'That of `low` and `high`', examples: ['USD'] }),
  })
  .meta({ id: 'DayPrice' });
