import { z } from 'zod';
import { isoDate, text } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { money, skippedHoldings } from '../book/schemas.ts';
import { dateFrom1970 } from '../fields.ts';
import { portfolioInput } from '../schemas.ts';

const dimensions = ['stock', 'sector', 'currency', 'exchange', 'country', 'type', 'tag'] as const;

export const allocationInput = portfolioInput.extend({
  by: z
    .enum(dimensions, { error: 'by must be stock, sector, currency, exchange, country, type or tag' })
    .default('stock')
    .meta({ description: 'What the value is divided by', examples: ['sector'] }),
  group: text('group')
    .meta({ description: 'Name of a tag group, with `by=tag`', examples: ['Regions'] })
    .optional(),
  date: dateFrom1970('date')
    .meta({
      description: 'The day, today at the latest. Default: that of the holdings',
      examples: ['2024-01-10'],
    })
    .optional(),
});

const percent = z.number().nullable();

const part = z
  .object({
    key: z
      .string()
      .nullable()
      .meta({ description: 'Null for what is not known or not assigned', examples: ['Technology'] }),
    name: z.string().meta({ description: 'For the user', examples: ['Technology'] }),
    value: money.meta({ examples: [550] }),
    weight_percent: percent.meta({ description: 'Null if the total is 0 or below', examples: [100] }),
    target_percent: percent.meta({ description: 'Null without a target', examples: [60] }),
    symbols: z.array(stockSymbol).meta({ description: 'Ascending' }),
  })
  .meta({ id: 'AllocationPart' });

export const allocation = z
  .object({
    by: z.enum(dimensions).meta({ examples: ['sector'] }),
    group: z
      .string()
      .nullable()
      .meta({ description: 'Name of the tag group; null unless `by` is `tag`', examples: [null] }),
    date: isoDate.meta({ examples: ['2024-01-10'] }),
    parts: z.array(part).meta({ description: 'The largest first' }),
    total: money.meta({ description: 'Sum of the values, cash included if it is tracked', examples: [550] }),
    skipped: skippedHoldings,
  })
  .meta({ id: 'Allocation' });
export type Allocation = z.infer<typeof allocation>;

const amount = (name: string) => z.number(`${name} must be a number`).min(-1e15).max(1e15);

export const rebalanceInput = portfolioInput
  .extend({
    new_money: amount('new_money')
      .default(0)
      .meta({ description: 'Money to invest; negative to withdraw', examples: [1_000] }),
    mode: z
      .enum(['buy_and_sell', 'buy_only'], { error: 'mode must be buy_and_sell or buy_only' })
      .default('buy_and_sell'),
    whole_shares: z
      .boolean('whole_shares must be true or false')
      .default(true)
      .meta({ description: 'Proposes no parts of shares' }),
    band_percent: z
      .number('band_percent must be a number')
      .min(0, 'band_percent must be 0 to 100')
      .max(100, 'band_percent must be 0 to 100')
      .default(0)
      .meta({ description: 'Ignores a distance from the target below this, in points', examples: [5] }),
    minimum: amount('minimum')
      .min(0, 'minimum must not be negative')
      .default(0)
      .meta({ description: 'Ignores a trade of less money', examples: [50] }),
  })
  .meta({ id: 'RebalanceRequest' });

const trade = z
  .object({
    symbol: stockSymbol.nullable().meta({ description: 'Null for a tag without stocks', examples: ['AAPL'] }),
    tag: z
      .string()
      .nullable()
      .meta({ description: 'A tag without stocks, else null', examples: [null] }),
    type: z.enum(['BUY', 'SELL']),
    quantity: z
      .number()
      .nullable()
      .meta({ description: 'Null for a tag without stocks, like the following three', examples: [4] }),
    price: z
      .number()
      .nullable()
      .meta({ description: 'In `currency`', examples: [250.42] }),
    currency: z
      .string()
      .nullable()
      .meta({ examples: ['USD'] }),
    fx_rate: z
      .number()
      .nullable()
      .meta({ description: 'Of one unit of `currency`', examples: [0.9201] }),
    amount: money.meta({ description: 'In the currency of the portfolio', examples: [921.65] }),
    weight_before_percent: percent.meta({ examples: [55.2] }),
    weight_after_percent: percent.meta({ examples: [59.8] }),
    gain: money
      .nullable()
      .meta({ description: 'The gain that a SELL would realise, without fees', examples: [null] }),
  })
  .meta({ id: 'ProposedTrade' });

export const rebalancing = z
  .object({
    trades: z.array(trade).meta({ description: 'Sales first, then by symbol' }),
    to_cash: money.meta({
      description: 'Money that becomes cash to reach its target, below 0 if cash is spent',
      examples: [0],
    }),
    left_over: money.meta({
      description: 'New money − `to_cash` − purchases + sales',
      examples: [78.35],
    }),
    total: money.meta({ description: 'Value of the assets with targets + new money', examples: [10_000] }),
    skipped: skippedHoldings,
  })
  .meta({ id: 'Rebalancing' });
export type Rebalancing = z.infer<typeof rebalancing>;
