import { z } from 'zod';
import { period, periodInOrder } from '../book/schemas.ts';
import { dateFrom1970 } from '../fields.ts';
import { portfolioInput } from '../schemas.ts';

const exportFormats = ['stockbook', 'portfolio-performance', 'ledger', 'beancount'] as const;

const journalFormats: ReadonlySet<unknown> = new Set(['ledger', 'beancount']);

const exportParts = ['securities', 'account'] as const;

export const exportTransactionsInput = portfolioInput
  .extend({
    since: period.since.meta({ description: 'First day. Not of a journal, which begins with the first one' }),
    until: dateFrom1970('until')
      .meta({ description: 'Last day. Default: all transactions', examples: ['2024-12-31'] })
      .optional(),
    format: z
      .enum(exportFormats, `format must be one of ${exportFormats.join(', ')}`)
      .default('stockbook')
      .meta({
        description:
          '`stockbook`: CSV that an import reads. `portfolio-performance`: CSV of that program, in two parts. `ledger`: a journal for ledger and hledger. `beancount`: a journal with lots',
        examples: ['stockbook'],
      }),
    part: z
      .enum(exportParts, `part must be one of ${exportParts.join(', ')}`)
      .meta({
        description:
          'With `portfolio-performance`: the transactions of securities, or those of the account. Default: `securities`',
        examples: ['securities'],
      })
      .optional(),
  })
  .check(periodInOrder)
  .refine(({ since, format }) => since === undefined || !journalFormats.has(format), {
    error: 'A journal begins with the first transaction: leave out since',
    path: ['since'],
  })
  .refine(({ part, format }) => part === undefined || format === 'portfolio-performance', {
    error: 'part is for the format portfolio-performance',
    path: ['part'],
  });

const csvMediaType = 'text/csv';
const textMediaType = 'text/plain';

/** The media type of a file of transactions by the input of its call. */
export const exportMediaType = {
  usual: csvMediaType,
  others: [textMediaType],
  of: ({ format }: Readonly<Record<string, unknown>>) =>
    journalFormats.has(format) ? textMediaType : csvMediaType,
};

/** The name of a file of transactions by the input of its call, which has succeeded. */
export function fileNameOf({ format, part }: Readonly<Record<string, unknown>>): string {
  if (journalFormats.has(format)) return `transactions.${format}`;
  return format === 'portfolio-performance' ? `transactions-${part ?? 'securities'}.csv` : 'transactions.csv';
}
