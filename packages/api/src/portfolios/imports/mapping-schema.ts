import { transactionTypes } from '@stockbook/common/transaction-types';
import { z } from 'zod';
import { limitedText, maxInteger } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { stockSymbolOf } from '../fields.ts';
import { transactionFields } from '../transactions/schemas.ts';

/** Lists of a mapping: a portfolio may have 500 stocks, and the types of a file are few. */
const maxMapped = { types: 200, securities: 500, rows: 500 };

/** Values in a body larger than 64 KiB: those of a mapping whose lists have the largest size. */
export const maxImportValues = 20_000;

/** More columns than a file of any broker has. */
export const maxImportColumns = 200;

/** A text of a cell. */
export const maxCellLength = 1_000;

const columnMessage = `column must be a whole number from 0 to ${maxImportColumns - 1}`;

const fieldSource = z
  .union(
    [
      z.object({
        column: z
          .number(columnMessage)
          .int(columnMessage)
          .min(0, columnMessage)
          .max(maxImportColumns - 1, columnMessage),
      }),
      z.object({ constant: limitedText('constant', maxCellLength) }),
    ],
    'A field needs a column or a constant',
  )
  .meta({
    id: 'ImportFieldSource',
    description: 'A column, by its position in `header` from 0, or a constant for all rows',
    examples: [{ column: 0 }],
  });
export type FieldSource = z.infer<typeof fieldSource>;

const fieldSources = z
  .object({
    date: fieldSource,
    type: fieldSource,
    symbol: fieldSource,
    isin: fieldSource,
    name: fieldSource,
    quantity: fieldSource,
    price: fieldSource,
    amount: fieldSource,
    currency: fieldSource,
    fees: fieldSource,
    taxes: fieldSource,
    fx_rate: fieldSource,
    fx_currency: fieldSource,
    ex_date: fieldSource,
    to_amount: fieldSource,
    to_currency: fieldSource,
    external_id: fieldSource,
    note: fieldSource,
  })
  .partial()
  .meta({
    description: 'The column or the constant of each field. A field that is left out is empty',
    examples: [{ date: { column: 0 }, currency: { constant: 'USD' } }],
  });
export type FieldSources = z.infer<typeof fieldSources>;
export type ImportField = keyof FieldSources;

const rowType = z.enum(
  [...transactionTypes, 'skip'],
  `type must be one of ${transactionTypes.join(', ')} and skip`,
);
export type RowType = z.infer<typeof rowType>;

const typeTexts = z
  .array(
    z.object({
      text: limitedText('text', maxCellLength).meta({ examples: ['Stock Plan Activity'] }),
      type: rowType,
    }),
  )
  .max(maxMapped.types, `types must be at most ${maxMapped.types}`)
  .meta({
    description: 'The meaning of texts of the field `type`, in any case. `skip` leaves such rows out',
    examples: [[{ text: 'Stock Plan Activity', type: 'BUY' }]],
  });

const securityTexts = <Symbol extends z.ZodType>(symbol: Symbol) =>
  z
    .array(z.object({ text: limitedText('text', maxCellLength).meta({ examples: ['APPLE INC'] }), symbol }))
    .max(maxMapped.securities, `securities must be at most ${maxMapped.securities}`)
    .meta({
      description: 'The symbols of securities, by the `security` of their lines',
      examples: [[{ text: 'APPLE INC', symbol: 'AAPL' }]],
    });

/** Choices for a whole file that its texts do not decide. */
const choices = {
  day_order: z
    .enum(['day_first', 'month_first'], 'day_order must be day_first or month_first')
    .nullable()
    .meta({
      description: 'The order in dates like 01/02/2024; null if the dates of the file decide it',
      examples: ['day_first'],
    }),
  decimal_mark: z
    .enum(['point', 'comma'], 'decimal_mark must be point or comma')
    .nullable()
    .meta({
      description: 'The decimal mark of all numbers; null if the numbers of each column decide it',
      examples: ['point'],
    }),
  amount: z
    .enum(['net', 'gross'], 'amount must be net or gross')
    .nullable()
    .meta({
      description:
        'Whether the amount of a trade is after (`net`) or before (`gross`) fees and taxes; null if that is not known',
      examples: ['net'],
    }),
};

/** A mapping as it is returned. It can be sent as it is. */
export const importMapping = z
  .object({
    fields: fieldSources,
    types: typeTexts,
    securities: securityTexts(stockSymbol),
    ...choices,
  })
  .meta({ id: 'ImportMapping' });
export type ImportMapping = z.infer<typeof importMapping>;

const lineMessage = 'line must be a whole number from 1';

const correctedRow = z
  .object({
    line: z.number(lineMessage).int(lineMessage).min(1, lineMessage).max(maxInteger, lineMessage),
    skip: z
      .boolean('skip must be true or false')
      .optional()
      .meta({ description: 'True leaves the row out', examples: [false] }),
    ...transactionFields.shape,
  })
  .meta({ id: 'CorrectedRow', examples: [{ line: 17, fx_rate: 0.0891 }] });
export type CorrectedRow = z.output<typeof correctedRow>;

export const importMappingInput = z
  .object({
    fields: fieldSources,
    types: typeTexts,
    securities: securityTexts(stockSymbolOf('symbol')),
    ...choices,
    rows: z
      .array(correctedRow)
      .max(maxMapped.rows, `rows must be at most ${maxMapped.rows}. Correct the file instead`)
      .meta({
        description:
          'Fields of single rows in place of those of the file, by the `line` of the preview. They are not remembered',
        examples: [[{ line: 17, fx_rate: 0.0891 }]],
      }),
  })
  .partial()
  .meta({
    id: 'ImportMappingInput',
    description:
      'Replaces the mapping that is remembered for files with this header. What is left out is as the recognised format has it',
  });
export type ImportMappingInput = z.output<typeof importMappingInput>;
