import { z } from 'zod';
import { isoDate, uuid } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { stockSymbolOf } from '../fields.ts';
import { holding } from '../holdings/schemas.ts';

/** Newest trades in one response: a chart has no room for more marks. */
export const maxTrades = 5_000;

export const positionsInput = z.object({
  symbol: stockSymbolOf('symbol').meta({ description: 'Symbol of a stock' }),
});

const position = z
  .object({
    portfolio_id: uuid,
    portfolio_name: z.string().meta({ examples: ['Retirement'] }),
    portfolio_currency: z.string().meta({ description: 'Of all money of the holding', examples: ['EUR'] }),
    date: isoDate.meta({ description: 'The day at whose end it is held', examples: ['2024-01-10'] }),
    holding,
  })
  .meta({ id: 'StockPosition' });

const trade = z
  .object({
    portfolio_id: uuid,
    type: z.enum(['BUY', 'SELL']).meta({ examples: ['BUY'] }),
    date: isoDate.meta({ examples: ['2024-01-04'] }),
    quantity_now: z.number().meta({ description: 'Number of shares, in today’s shares', examples: [10] }),
    price_now: z.number().meta({ description: 'Price of a share, in today’s shares', examples: [101.5] }),
    currency: z.string().meta({ description: 'Of the price', examples: ['EUR'] }),
  })
  .meta({ id: 'StockTrade' });

export const stockPositions = z
  .object({
    symbol: stockSymbol,
    positions: z.array(position).meta({ description: 'Newest portfolio first' }),
    trades: z
      .array(trade)
      .meta({ description: `Newest first, at most ${maxTrades.toLocaleString('en-US')}` }),
  })
  .meta({ id: 'StockPositions' });
export type StockPositions = z.infer<typeof stockPositions>;
