import { z } from 'zod';
import { count } from '../primitives.ts';

const amountText = (example: string) =>
  z.string().meta({ description: 'A decimal number', examples: [example] });

const difference = z
  .object({
    account: z
      .string()
      .meta({ description: 'Key of the portfolio that the account belongs to', examples: ['p1'] }),
    security: z
      .string()
      .nullable()
      .meta({ description: 'Key of the security; null for money', examples: ['s1'] }),
    currency: z
      .string()
      .nullable()
      .meta({ description: 'Currency of money; null for shares', examples: [null] }),
    theirs: amountText('100'),
    ours: amountText('90'),
    message: z
      .string()
      .meta({ examples: ['NVIDIA in Depot: 100 in Portfolio Performance, 90 here (1 line skipped).'] }),
  })
  .meta({ id: 'MoveDifference' });

/** The balances of another program on the last day of its files, compared with the transactions of a move. */
export const moveComparison = z
  .object({
    equal: z.boolean().meta({ examples: [true] }),
    message: z.string().meta({ examples: ['Everything adds up: 14 holdings, 3 accounts.'] }),
    holdings: count.meta({ description: 'Number of positions that were compared', examples: [14] }),
    accounts: count.meta({ description: 'Number of accounts that were compared', examples: [3] }),
    differences: z.array(difference).meta({ examples: [[]] }),
  })
  .meta({ id: 'MoveComparison' });

/** The result of a task that stores a move. */
export const moveResult = z.object({
  transactions: count.meta({ examples: [1180] }),
  portfolios: count.meta({ description: 'Number of new portfolios', examples: [3] }),
  instruments: count.meta({ description: 'Number of new own instruments', examples: [2] }),
  lists: count.meta({ description: 'Number of new lists', examples: [1] }),
  comparison: moveComparison,
});
export type MoveResult = z.infer<typeof moveResult>;
