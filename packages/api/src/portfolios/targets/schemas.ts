import { z } from 'zod';
import { requiredName } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { percentOf, stockSymbolOf } from '../fields.ts';
import { portfolioId } from '../schemas.ts';
import { maxStocksOfTags } from '../tags/schemas.ts';

const group = 'Name of the tag group whose tags have the targets; null for targets of stocks';

export const targets = z
  .object({
    group: z
      .string()
      .nullable()
      .meta({ description: group, examples: [null] }),
    targets: z
      .array(
        z.object({
          symbol: stockSymbol.optional(),
          tag: z
            .string()
            .optional()
            .meta({ description: 'In place of `symbol`, if there is a `group`', examples: ['Europe'] }),
          percent: z.number().meta({ examples: [60] }),
        }),
      )
      .meta({
        description: 'How much of the portfolio each stock or tag should have; empty without targets',
      }),
  })
  .meta({ id: 'PortfolioTargets' });
export type Targets = z.infer<typeof targets>;

const newTarget = z
  .object({
    symbol: stockSymbolOf('symbol').optional(),
    tag: requiredName('tag', 100)
      .optional()
      .meta({ examples: ['Europe'] }),
    percent: percentOf('percent').meta({ examples: [60] }),
  })
  .meta({ id: 'NewPortfolioTarget' });
export type NewTarget = z.output<typeof newTarget>;

export const setTargetsInput = z
  .object({
    portfolioId,
    group: requiredName('group', 100)
      .nullable()
      .default(null)
      .meta({ description: group, examples: [null] }),
    targets: z
      .array(newTarget, { error: 'targets must be a list' })
      .max(maxStocksOfTags, `targets must be at most ${maxStocksOfTags}`)
      .meta({
        description:
          'They add up to 100 %; with `cash_tracking` the rest to 100 % is that of cash. An empty list deletes all targets',
      }),
  })
  .meta({
    id: 'NewPortfolioTargets',
    examples: [
      {
        targets: [
          { symbol: 'AAPL', percent: 60 },
          { symbol: 'NVDA', percent: 40 },
        ],
      },
    ],
  });
