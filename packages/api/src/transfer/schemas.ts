import { z } from 'zod';
import { count, exampleId, opaqueId, requiredText, symbolInPath, uuid } from '../primitives.ts';
import { taskProgress, taskStatus } from '../tasks/schemas.ts';

/** Stocks in one import: as many as the watch list holds by default. */
export const maxImportedStocks = 500;

const symbolsMessage = `symbols must be 1 to ${maxImportedStocks} symbols, separated by commas`;

const exportedList = opaqueId.meta({ description: 'Only the stocks of this list, in its order' }).optional();

export const exportTextInput = z.object({ list_id: exportedList });

/** The output of an operation that REST sends as a text file. */
export const textFile = z.object({ text: z.string().meta({ description: 'The text of the file' }) });

export const exportWatchListInput = z.object({
  list_id: exportedList,
  symbols: z
    .array(symbolInPath, { error: symbolsMessage })
    .min(1, symbolsMessage)
    .max(maxImportedStocks, symbolsMessage)
    .meta({
      description:
        'Only these stocks of the watch list. Repeat the parameter, or separate the symbols by commas',
      examples: [['AAPL', 'MSFT']],
    })
    .optional(),
});

/** Lists in one import, each a line of its preview: a user has 50 by default. */
export const maxImportedLists = 500;

/** Entries of an account export besides its stocks and bars, among them transactions and what belongs to stocks. */
export const maxImportedItems = 100_000;

/** Size of the text of an import that is no account export. */
export const maxImportBytes = 2 * 1024 * 1024;

/** Size of an account export that is imported: 50,000 transactions take some 10 MiB, notes further ones. */
export const maxAccountBytes = 32 * 1024 * 1024;

/** Size of the body, in which quotes take two bytes. */
export const maxImportBodyBytes = 48 * 1024 * 1024;

export const importVerdict = z
  .enum([
    'new',
    'already_there',
    'not_recognised',
    'wrong_check_digit',
    'duplicate',
    'over_quota',
    'added',
    'not_added',
  ])
  .meta({
    description:
      '`new` until the task has processed the line, then `added`, `already_there`, `over_quota` or `not_added`. The other verdicts are final in the preview',
  });
export type ImportVerdict = z.infer<typeof importVerdict>;

export const importKind = z
  .enum([
    'instrument',
    'stock',
    'list',
    'drawing',
    'indicator',
    'study_set',
    'signal_rule',
    'strategy',
    'portfolio_stock',
    'portfolio',
    'transactions',
    'journal',
    'channel',
  ])
  .meta({
    description:
      'What the line imports. Drawings are imported with their stock: they have lines only if they are not valid. A `portfolio_stock` is one that a portfolio needs and that is on no watch list. Notification channels are never added',
    examples: ['stock'],
  });
export type ImportKind = z.infer<typeof importKind>;

export const importLine = z
  .object({
    line: count.meta({ description: 'Number of the entry, from 1' }),
    kind: importKind,
    text: z.string().meta({ examples: ['NASDAQ:AAPL'] }),
    symbol: z
      .string()
      .nullable()
      .meta({ description: 'Null while the symbol of an ISIN is not known', examples: ['AAPL'] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Null if the server does not hold the stock yet', examples: ['Apple Inc.'] }),
    verdict: importVerdict,
    message: z
      .string()
      .nullable()
      .meta({ description: 'The reason of the verdict', examples: [null] }),
  })
  .meta({
    id: 'ImportLine',
    examples: [
      {
        line: 1,
        kind: 'stock',
        text: 'NASDAQ:AAPL',
        symbol: 'AAPL',
        name: 'Apple Inc.',
        verdict: 'already_there',
        message: 'AAPL is on your watch list already',
      },
    ],
  });
export type ImportLine = z.infer<typeof importLine>;

export const importInput = z
  .object({
    text: requiredText('text', 'Paste or choose the stocks to import').meta({
      description:
        'Ticker symbols and ISINs separated by commas, semicolons, tabs, spaces or lines; a text export of TradingView, whose sections (`###Tech`) become lists; a portfolio CSV of Yahoo; a CSV or account export of Stockbook. At most 500 stocks, and 2 MiB; an account export may have 32 MiB and 100,000 further entries, not counting the prices of own instruments',
      examples: ['AAPL, US5949181045'],
    }),
    commit: z
      .boolean({ error: 'commit must be true or false' })
      .default(false)
      .meta({ description: 'False returns the preview and stores nothing; true starts the task' }),
    list_id: opaqueId
      .meta({ description: 'A list that all stocks of the text join, those that are tracked already, too' })
      .optional(),
  })
  .meta({ id: 'StockImport' });

export const importPreview = z
  .object({
    lines: z.array(importLine).meta({
      description:
        'Every own instrument, stock and list of the text, and the other entries that cannot be imported',
    }),
    total: count.meta({ description: 'Number of lines', examples: [1] }),
    new_stocks: count.meta({ description: 'Number of stocks that the import would add', examples: [0] }),
    restorable: count.meta({
      description:
        'Number of stocks already on the watch list for which the text has notes, flags, drawings or indicators',
      examples: [0],
    }),
    instruments: count.meta({ description: 'Number of own instruments in the text', examples: [0] }),
    lists: count.meta({ description: 'Number of lists that stocks of the text can join', examples: [0] }),
    signal_rules: count.meta({ description: 'Number of signal rules in the text', examples: [0] }),
    study_sets: count.meta({ description: 'Number of saved sets of indicators in the text', examples: [0] }),
    strategies: count.meta({ description: 'Number of strategies in the text', examples: [0] }),
    portfolios: count.meta({ description: 'Number of portfolios in the text', examples: [0] }),
    transactions: count.meta({ description: 'Number of transactions of portfolios', examples: [0] }),
    journal_entries: count.meta({ description: 'Number of entries of the journal', examples: [0] }),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.infer<typeof importPreview>;

export const importStarted = z
  .object({ task_id: uuid, message: z.string() })
  .meta({ id: 'ImportStarted', examples: [{ task_id: exampleId, message: 'Importing stocks' }] });

export const importOutput = z.union([importPreview, importStarted]);

export const importTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    info: taskProgress
      .nullable()
      .meta({ description: 'Lines processed and in total; null before the start' }),
    result: z
      .object({
        added: count.meta({
          description: 'Number of lines that were added: stocks, indicators and all else',
        }),
        lines: z.array(importLine),
      })
      .nullable()
      .meta({ description: 'Null until the task has ended' }),
    error: z.string().nullable(),
  })
  .meta({
    id: 'ImportTask',
    examples: [
      {
        task_id: exampleId,
        status: 'SUCCESS',
        message: 'The import has ended',
        info: { current: 1, total: 1 },
        result: {
          added: 1,
          lines: [
            {
              line: 1,
              kind: 'stock',
              text: 'AAPL',
              symbol: 'AAPL',
              name: 'Apple Inc.',
              verdict: 'added',
              message: null,
            },
          ],
        },
        error: null,
      },
    ],
  });
export type ImportTask = z.infer<typeof importTask>;
