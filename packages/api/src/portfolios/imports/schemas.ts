import { transactionTypes } from '@stockbook/common/transaction-types';
import { z } from 'zod';
import {
  count,
  exampleId,
  isoDate,
  opaqueId,
  optionalName,
  paging,
  requiredText,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';
import { taskProgress, taskStatus } from '../../tasks/schemas.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { moveResult } from '../move-result.ts';
import { portfolioId } from '../schemas.ts';
import { importMapping, importMappingInput } from './mapping-schema.ts';

/** Size limit of the text of a file. In a JSON body, its quotes and line ends take two bytes each. */
export const maxTransactionFileBytes = 2 * 1024 * 1024;
export const maxTransactionImportBodyBytes = 5 * 1024 * 1024;

/** Most lines in a preview, unless `limit` is given. */
const defaultLines = 200;

export const importTransactionsInput = z
  .object({
    portfolioId,
    text: requiredText('text', 'Choose a file with transactions').meta({
      description:
        'The text of a CSV file of a broker or of another program, or of a JSON export of Ghostfolio. At most 2 MiB and 10,000 rows',
      examples: ['date,type,symbol,quantity,price,currency\n2024-05-20,BUY,NVDA,3,947.8,USD'],
    }),
    file_name: optionalName('file_name', 200, 'transactions.csv'),
    mapping: importMappingInput.optional(),
    commit: z
      .boolean({ error: 'commit must be true or false' })
      .default(false)
      .meta({ description: 'False returns the preview and stores nothing; true starts the task' }),
    ...paging,
    limit: paging.limit.default(defaultLines).meta({
      description: 'Maximum number of lines of the preview',
      examples: [50],
    }),
  })
  .meta({ id: 'TransactionImport' });

const verdict = z.enum(['new', 'already_there', 'skipped', 'problem']).meta({
  description:
    '`already_there`: the portfolio has the transaction. `skipped`: the row is no transaction. `problem`: the row is not imported unless the mapping cures it',
  examples: ['new'],
});
export type ImportRowVerdict = z.infer<typeof verdict>;

const number = (example: number | null) =>
  z
    .number()
    .nullable()
    .meta({ examples: [example] });
const nullableText = (example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

/** A transaction as it would be stored. */
const readTransaction = z.object({
  type: z.enum(transactionTypes).meta({ examples: ['BUY'] }),
  date: isoDate.meta({ examples: ['2024-05-20'] }),
  symbol: stockSymbol.nullable().meta({ description: 'Null while that of an ISIN is not known' }),
  name: nullableText('NVIDIA Corporation'),
  quantity: number(3),
  price: number(947.8),
  amount: number(null),
  currency: nullableText('USD').meta({ description: 'Null for that of a stock that is not known yet' }),
  fees: z.number().meta({ examples: [1] }),
  taxes: z.number().meta({ examples: [0] }),
  fx_rate: number(null),
  fx_currency: nullableText(null),
  ex_date: isoDate.nullable().meta({ examples: [null] }),
  to_amount: number(null),
  to_currency: nullableText(null),
  external_id: nullableText(null),
  note: nullableText(null),
});
export type ReadTransaction = z.infer<typeof readTransaction>;

const lineNumber = count.meta({
  description: 'Number of the line of the text in which the row begins, from 1; of an entry of a JSON file',
  examples: [2],
});
const lineMessage = z
  .string()
  .nullable()
  .meta({ description: 'The reason of the verdict, for the user', examples: [null] });
const lineField = z
  .string()
  .nullable()
  .meta({ description: 'The field that has the problem', examples: [null] });
const lineSecurity = nullableText('NVDA').meta({
  description: 'The name of the security in the row: its ISIN, else its symbol, else its name',
});

const transactionImportLine = z
  .object({
    line: lineNumber,
    verdict,
    message: lineMessage,
    field: lineField,
    security: lineSecurity,
    // The library cannot make a reference nullable.
    transaction: z
      .union([readTransaction, z.null()])
      .meta({ description: 'Null for a row that is skipped or cannot be read' }),
    raw: z.string().meta({
      description: 'The row in the text, up to 1,000 characters',
      examples: ['2024-05-20,BUY,NVDA,3,947.8,USD'],
    }),
  })
  .meta({ id: 'TransactionImportLine' });
export type TransactionImportLine = z.infer<typeof transactionImportLine>;

const importQuestion = z
  .object({
    kind: z.enum(['field', 'type', 'security', 'day_order', 'decimal_mark', 'amount']).meta({
      description: 'The part of the mapping that answers it',
      examples: ['type'],
    }),
    text: nullableText('Stock Plan Activity').meta({
      description: 'The text of the file to map, or the name of the field',
    }),
    choices: z.array(z.string()).meta({
      description: 'Symbols of the listings in question, the most likely first',
      examples: [[]],
    }),
    lines: count.meta({ description: 'Number of lines that have the problem', examples: [2] }),
    message: z.string().meta({ examples: ['This type is not known: "Stock Plan Activity"'] }),
  })
  .meta({ id: 'ImportQuestion' });
export type ImportQuestion = z.infer<typeof importQuestion>;

const exampleMapping = {
  fields: {
    date: { column: 0 },
    type: { column: 1 },
    symbol: { column: 2 },
    quantity: { column: 3 },
    price: { column: 4 },
    currency: { column: 5 },
  },
  types: [],
  securities: [],
  day_order: null,
  decimal_mark: null,
  amount: null,
};

export const transactionImportPreview = z
  .object({
    preset: nullableText('Stockbook').meta({
      description: 'Name of the recognised format; null if only the mapping reads the file',
    }),
    is_confirmed: z.boolean().meta({
      description:
        'False if the mapping is only an offer: a commit must then name the mapping. It is one of the recognised formats of which only a single sample is known, or made from the names of the columns',
      examples: [true],
    }),
    mapping: importMapping.meta({ examples: [exampleMapping] }),
    header: z.array(z.string()).meta({
      description: 'The names of the columns; empty for a JSON file',
      examples: [['date', 'type', 'symbol', 'quantity', 'price', 'currency']],
    }),
    columns: z.array(z.array(z.string())).meta({
      description: 'The first five values of each column',
      examples: [[['2024-05-20'], ['BUY'], ['NVDA'], ['3'], ['947.8'], ['USD']]],
    }),
    counts: z.object({ new: count, already_there: count, skipped: count, problem: count }).meta({
      description: 'Number of lines by verdict',
      examples: [{ new: 1, already_there: 0, skipped: 0, problem: 0 }],
    }),
    questions: z.array(importQuestion).meta({
      description: 'What the mapping should answer, for at most 500 texts',
      examples: [[]],
    }),
    lines: z.array(transactionImportLine).meta({
      description: 'Problems first, otherwise in the order of the file',
    }),
    total: count.meta({ description: 'Number of all lines', examples: [1] }),
  })
  .meta({ id: 'TransactionImportPreview' });
export type TransactionImportPreview = z.infer<typeof transactionImportPreview>;

export const transactionImportStarted = z
  .object({ task_id: uuid, import_id: uuid, message: z.string() })
  .meta({
    id: 'TransactionImportStarted',
    examples: [{ task_id: exampleId, import_id: exampleId, message: 'Importing transactions' }],
  });

export const importTransactionsOutput = z.union([transactionImportPreview, transactionImportStarted]);

const importedLine = z
  .object({
    line: lineNumber,
    verdict: verdict.meta({ examples: ['problem'] }),
    message: lineMessage.meta({ examples: ['No stock found for "NOPE"'] }),
    field: lineField.meta({ examples: ['symbol'] }),
    security: lineSecurity.meta({ examples: ['NOPE'] }),
  })
  .meta({ id: 'ImportedTransactionLine' });

export const importResult = z.object({
  added: count.meta({ description: 'Number of transactions that were added', examples: [412] }),
  already_there: count.meta({ examples: [3] }),
  lines: z.array(importedLine).meta({ description: 'The rows with a problem, which were left out' }),
});
export type ImportResult = z.infer<typeof importResult>;

export const transactionImportTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    info: taskProgress.nullable().meta({ description: 'Null before the start, and when the task has ended' }),
    // The library cannot make references nullable.
    result: z.union([importResult, moveResult, z.null()]).meta({
      description: 'Null until the task has succeeded, and of a task that reads the files of a move',
    }),
    error: z.string().nullable(),
    details: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Only of files of a move that could not be read: the field with the error' }),
  })
  .meta({
    id: 'TransactionImportTask',
    examples: [
      {
        task_id: exampleId,
        status: 'SUCCESS',
        message: '412 transactions were added',
        info: null,
        result: { added: 412, already_there: 3, lines: [] },
        error: null,
      },
    ],
  });

export const portfolioImport = z
  .object({
    id: uuid,
    file_name: z
      .string()
      .nullable()
      .meta({ examples: ['transactions.csv'] }),
    preset: z
      .string()
      .nullable()
      .meta({ description: 'Name of the recognised format', examples: ['Trade Republic'] }),
    added: count.meta({ description: 'Number of transactions that were added', examples: [412] }),
    created_at: timestamp,
  })
  .meta({ id: 'PortfolioImport' });

export const listPortfolioImportsInput = z.object({ portfolioId, ...paging });

export const portfolioImportInput = z.object({
  portfolioId,
  importId: opaqueId.meta({ description: 'Id of an import', examples: [exampleId] }),
});

export const portfolioImportList = z
  .object({
    imports: z.array(portfolioImport).meta({ description: 'Newest first' }),
    total: totalCount,
  })
  .meta({ id: 'PortfolioImportList' });
