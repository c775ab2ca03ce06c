import { transactionTypes } from '@stockbook/common/transaction-types';
import { z } from 'zod';
import {
  count,
  exampleId,
  isoDate,
  maxInteger,
  opaqueId,
  paging,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { dateFrom1970, decimal, stockSymbolOf } from '../fields.ts';
import { portfolioId } from '../schemas.ts';
import { settable } from './settable-fields.ts';

/** A client sends a larger book in several requests. */
export const maxTransactionsPerRequest = 200;

const inShares = 'in the shares of the day, as the broker states it';

const number = (description: string, example: number | null) =>
  z.number().meta({ description, examples: [example] });

const fields = {
  id: uuid,
  type: z.enum(transactionTypes).meta({ examples: ['BUY'] }),
  date: isoDate.meta({ examples: ['2024-05-20'] }),
  ordinal: count.meta({ description: 'Order within the day, from 1', examples: [1] }),
  symbol: stockSymbol.nullable().meta({ examples: ['NVDA'] }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the stock', examples: ['NVIDIA Corporation'] }),
  quantity: number(`Number of shares, ${inShares}`, 3).nullable(),
  price: number(`Price of a share, ${inShares}`, 947.8).nullable(),
  amount: number('Money, before fees and taxes', null).nullable(),
  currency: z.string().meta({ examples: ['USD'] }),
  fees: number('In `currency`', 1),
  taxes: number('In `currency`', 0),
  fx_rate: number('Units of `fx_currency` for one of `currency`', 0.9201).nullable(),
  fx_currency: z
    .string()
    .nullable()
    .meta({ description: 'The currency of the portfolio when the rate was entered', examples: ['EUR'] }),
  ex_date: isoDate.nullable().meta({ examples: [null] }),
  to_amount: number('Money that an EXCHANGE brings, in `to_currency`', null).nullable(),
  to_currency: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  quantity_now: number('Number of shares, in today’s shares', 30).nullable(),
  price_now: number('Price of a share, in today’s shares', 94.78).nullable(),
  value: number(
    'The money in the currency of the portfolio, costs included; of a transfer of shares, their value. Null without a rate or a price',
    2617.13244,
  ).nullable(),
  is_counted: z.boolean().meta({
    description: 'False for what counts only once the portfolio tracks cash',
    examples: [true],
  }),
  note: z
    .string()
    .nullable()
    .meta({ examples: ['monthly'] }),
  external_id: z
    .string()
    .nullable()
    .meta({ description: 'Id at the broker', examples: ['2304030003120950675'] }),
  import_id: uuid.nullable().meta({ examples: [null] }),
  transfer_id: uuid
    .nullable()
    .meta({ description: 'The same for both transactions of a transfer', examples: [null] }),
  created_at: timestamp,
  updated_at: timestamp,
};

export const transaction = z.object(fields).meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof transaction>;

const warning = z
  .object({
    kind: z.enum(['maybe_adjusted', 'unusual_price', 'equal_exists']),
    message: z.string().meta({
      examples: [
        "You paid 120.00, but NVDA traded near 1,200 that day, before its 10:1 split. Are these today's shares?",
      ],
    }),
    transaction_id: uuid,
    factor: z
      .number()
      .optional()
      .meta({
        description:
          'With `maybe_adjusted`: in the shares of the day, the quantity is divided and the price multiplied by it',
        examples: [10],
      }),
  })
  .meta({ id: 'TransactionWarning' });
export type TransactionWarning = z.infer<typeof warning>;

const warnings = z
  .array(warning)
  .meta({ description: 'What looks like a mistake; the transaction is stored as it was sent' });

export const storedTransaction = z.object({ ...fields, warnings }).meta({ id: 'StoredTransaction' });

export const transactionBatch = z
  .object({ transactions: z.array(transaction), warnings })
  .meta({ id: 'StoredTransactions' });

export const transactionFields = z.object(settable).partial();
export type TransactionChanges = z.output<typeof transactionFields> & {
  readonly ordinal?: number | undefined;
};

/** A purchase; fields of other types exclude these. */
const examplePurchase = {
  type: 'BUY',
  date: '2024-05-20',
  symbol: 'NVDA',
  quantity: 3,
  price: 947.8,
  currency: 'USD',
  fees: 1,
  note: 'monthly',
  external_id: '2304030003120950675',
};

export const newTransaction = transactionFields
  .required({ type: true, date: true })
  .meta({ id: 'NewTransaction', examples: [examplePurchase] });
export type NewTransaction = z.output<typeof newTransaction>;

export const createTransactionsInput = z
  .object({
    portfolioId,
    ...transactionFields.shape,
    transactions: z
      .array(newTransaction, { error: 'transactions must be a list' })
      .min(1, 'transactions must not be empty')
      .max(
        maxTransactionsPerRequest,
        `transactions must be at most ${maxTransactionsPerRequest}: send more in several requests`,
      )
      .optional()
      .meta({ description: 'Several transactions in place of one: all are stored, or none' }),
  })
  .meta({ id: 'NewTransactions', examples: [examplePurchase] });

const transactionId = opaqueId.meta({ description: 'Id of a transaction', examples: [exampleId] });

export const transactionInput = z.object({ portfolioId, transactionId });

export const updateTransactionInput = z
  .object({
    portfolioId,
    transactionId,
    ...transactionFields.shape,
    ordinal: z
      .number('ordinal must be a whole number from 1')
      .int('ordinal must be a whole number from 1')
      .min(1, 'ordinal must be a whole number from 1')
      .max(maxInteger, 'ordinal must be a whole number from 1')
      .optional()
      .meta({ description: 'Order within the day', examples: [1] }),
  })
  .refine(
    ({ portfolioId: _, transactionId: __, ...changes }) =>
      Object.values(changes).some((value) => value !== undefined),
    { error: 'Name at least one field to change' },
  )
  .meta({
    id: 'TransactionChanges',
    description: 'At least one of the fields',
    minProperties: 1,
    examples: [{ fees: 2.25, note: 'monthly' }],
  });

/** Most transactions in a response, and the default: a book may have 20,000. */
const maxPage = 1_000;

export const listTransactionsInput = z
  .object({
    portfolioId,
    type: settable.type.meta({ description: 'Type of the transactions', examples: ['BUY'] }).optional(),
    symbol: stockSymbolOf('symbol').meta({ description: 'Symbol of a stock' }).optional(),
    since: dateFrom1970('since')
      .meta({ description: 'First day, inclusive', examples: ['2024-01-02'] })
      .optional(),
    until: dateFrom1970('until')
      .meta({ description: 'Last day, inclusive', examples: ['2024-12-31'] })
      .optional(),
    import_id: opaqueId.meta({ description: 'Id of an import' }).optional(),
    q: text('q')
      .refine((value) => value.length <= 200, 'q must be at most 200 characters')
      .meta({
        description: 'Part of the symbol, the name, the note or the id at the broker',
        maxLength: 200,
        examples: ['monthly'],
      })
      .optional(),
    ...paging,
    limit: paging.limit.default(maxPage).meta({
      description: 'Maximum number of entries',
      examples: [50],
    }),
  })
  .refine(({ since, until }) => since === undefined || until === undefined || since <= until, {
    error: 'since must not be after until',
    path: ['since'],
  });

export const transactionList = z
  .object({
    transactions: z.array(transaction).meta({ description: 'Newest first' }),
    total: totalCount,
  })
  .meta({ id: 'TransactionList' });

export const transferInput = z
  .object({
    portfolioId,
    to: opaqueId.meta({ description: 'Id of the portfolio that receives', examples: [exampleId] }),
    date: settable.date,
    symbol: settable.symbol.optional(),
    quantity: settable.quantity.optional(),
    price: settable.price.optional().meta({
      description: 'What a share had cost, for the portfolio that receives; default: its market value',
      examples: [94.78],
    }),
    amount: decimal('amount', { minimum: 0, maximum: 1e15, isAbove: true, example: 500 })
      .nullable()
      .optional(),
    currency: settable.currency.optional(),
    note: settable.note.optional(),
  })
  .meta({
    id: 'NewTransfer',
    description: 'Shares (`symbol` and `quantity`) or money (`amount` and `currency`)',
    examples: [{ to: exampleId, date: '2024-05-20', symbol: 'NVDA', quantity: 3, price: 947.8 }],
  });

export const transfer = z
  .object({
    transactions: z
      .array(transaction)
      .meta({ description: 'The one of this portfolio, then that of the other one' }),
  })
  .meta({ id: 'Transfer' });
