import { z } from 'zod';
import {
  codePoints,
  count,
  exampleId,
  maxInteger,
  oneLine,
  opaqueId,
  paging,
  requiredText,
  symbolInPath,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';
import { stockSymbol } from '../watch-list/schemas.ts';

/** Code points. */
export const maxListNameLength = 40;

export const listColors = ['blue', 'green', 'yellow', 'orange', 'red', 'purple', 'teal', 'gray'] as const;

export const listColor = z.enum(listColors, { error: `color must be one of: ${listColors.join(', ')}` });

const position = z.number().int().min(0).max(maxInteger);

export const listSummary = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Tech'] }),
    color: listColor,
    position: position.meta({ description: 'Among the lists, from 0', examples: [0] }),
    size: count.meta({ description: 'Number of stocks', examples: [2] }),
    created_at: timestamp,
    updated_at: timestamp.meta({ description: 'Of the last change of the list or its stocks' }),
  })
  .meta({ id: 'StockListSummary' });
export type ListSummary = z.infer<typeof listSummary>;

const symbolsInOrder = z
  .array(stockSymbol)
  .meta({ description: 'In the order of the list', examples: [['AAPL', 'MSFT']] });

export const stockList = listSummary.extend({ symbols: symbolsInOrder }).meta({ id: 'StockList' });
export type StockList = z.infer<typeof stockList>;

export const listListsInput = z.object({
  symbols: z
    .boolean('symbols must be true or false')
    .meta({ description: 'True adds `symbols` to each list', examples: [true] })
    .optional(),
  ...paging,
});

export const listOfLists = z
  .object({
    lists: z
      .array(
        listSummary
          .extend({ symbols: symbolsInOrder.optional() })
          .meta({ id: 'ListedStockList', description: '`symbols` only if they were requested' }),
      )
      .meta({ description: 'By position' }),
    total: totalCount,
  })
  .meta({ id: 'StockLists' });
export type ListOfLists = z.infer<typeof listOfLists>;

/** The exports join names by `;`. */
export const listName = requiredText('Name')
  .check(oneLine('Name'))
  .refine((value) => codePoints(value.trim()) <= maxListNameLength, {
    error: `Name must be at most ${maxListNameLength} characters`,
    abort: true,
  })
  .refine((value) => !value.includes(';'), { error: 'Name must not contain ;' })
  .meta({
    description: `1 to ${maxListNameLength} characters without \`;\`, trimmed; unique whatever its case`,
    examples: ['Tech'],
  })
  .transform((value) => value.trim());

const symbols = z.array(symbolInPath, { error: 'symbols must be a list of symbols' }).meta({
  description: 'Symbols of tracked stocks; one named twice counts once',
  examples: [['AAPL', 'MSFT']],
});

export const createListInput = z
  .object({ name: listName, color: listColor.default('gray'), symbols: symbols.default([]) })
  .meta({ id: 'NewStockList' });

const listId = opaqueId.meta({ description: 'Id of a list', examples: [exampleId] });

export const listInput = z.object({ listId });

/** Upper bound of `position` in a request: beyond the end in every account. */
const maxPosition = 1_000_000_000_000;

const positionError = 'position must be a whole number, 0 or more';

export const updateListInput = z
  .object({
    listId,
    name: listName.optional(),
    color: listColor.optional(),
    position: z
      .number({ error: positionError })
      .int(positionError)
      .min(0, positionError)
      .max(maxPosition, positionError)
      .meta({ description: 'The other lists move; beyond the end is the end', examples: [0] })
      .optional(),
  })
  .refine(({ listId: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    error: 'Name at least one of name, color and position',
  })
  .meta({ id: 'StockListChanges', description: 'At least one of the fields', minProperties: 1 });

export const setListStocksInput = z
  .object({
    listId,
    symbols,
    known: z
      .array(symbolInPath, { error: 'known must be a list of symbols' })
      .meta({
        description:
          'The stocks of the list as the sender has loaded them: others that are on the list meanwhile stay, at the end. Without it, they are removed',
        examples: [['AAPL']],
      })
      .optional(),
  })
  .meta({ id: 'StockListContent' });

export const addListStocksInput = z.object({ listId, symbols }).meta({ id: 'StockListAddition' });

export const listStockInput = z.object({ listId, symbol: symbolInPath });
