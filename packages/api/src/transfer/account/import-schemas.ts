import { z } from 'zod';
import { createEntryInput } from '../../journal/schemas.ts';
import { listColor, listName } from '../../lists/schemas.ts';
import { moneyCurrency, percentOf, stockSymbolOf } from '../../portfolios/fields.ts';
import { createPortfolioInput } from '../../portfolios/schemas.ts';
import { createTagGroupInput } from '../../portfolios/tags/schemas.ts';
import { newTransaction } from '../../portfolios/transactions/schemas.ts';
import { calendarDate, limitedText, symbolInPath, text } from '../../primitives.ts';
import { createSignalRuleInput } from '../../signals/rules/schemas.ts';
import { createStrategyInput } from '../../strategies/schemas.ts';
import { maxNotesLength } from '../../watch-list/schemas.ts';
import { accountFormat, accountFormatVersion } from './schemas.ts';

/** Entries as JSON texts: each is parsed and checked alone. */
const entries = z.array(z.string());
const optionalEntries = entries.default([]);

/** The part of an account export that an import reads. Earlier versions lack sections. */
export const importedAccount = z.object({
  format: z.literal(accountFormat),
  version: z.literal(accountFormatVersion, {
    error: 'This export was written by a newer version of Stockbook. Update this server first',
  }),
  instruments: optionalEntries,
  watch_list: entries,
  lists: optionalEntries,
  journal: optionalEntries,
  study_sets: optionalEntries,
  signal_rules: optionalEntries,
  strategies: optionalEntries,
  portfolios: optionalEntries,
  channels: optionalEntries,
});

export const importedStock = z.object({
  symbol: text('Symbol'),
  isin: text('ISIN').nullish(),
  is_favorite: z.boolean().default(false),
  notes: limitedText('Notes', maxNotesLength).nullish(),
  notify_on_signals: z.boolean().default(false),
  drawings: optionalEntries,
  indicators: optionalEntries,
});

export const importedList = z.object({
  name: listName,
  color: listColor.default('gray'),
  symbols: z.array(symbolInPath, { error: 'symbols must be a list of symbols' }).default([]),
});

/** PostgreSQL has no year 0. */
const earliestTime = '1970';

const writtenAt = (label: string) => {
  const error = `${label} must be a time like 2024-12-31T22:15:00.000Z`;
  return z.iso
    .datetime({ offset: true, error })
    .refine((time) => time >= earliestTime, error)
    .nullish();
};

/** An entry of the journal about any symbol: the server need not hold the stock. */
export const importedEntry = createEntryInput.extend({
  symbol: stockSymbolOf('symbol'),
  day: calendarDate('day'),
  created_at: writtenAt('created_at'),
  updated_at: writtenAt('updated_at'),
});

const listOfName = text('list').nullish();

/** A rule that names its list. */
export const importedRule = createSignalRuleInput.extend({ list: listOfName });

/** A strategy that names its list, if its scope is one. */
export const importedStrategy = createStrategyInput.extend({ list: listOfName });

/** The fields of an exported portfolio whose entries are read one by one. Exports of earlier versions lack them. */
export const importedPortfolioFields = z.looseObject({
  name: z.unknown().optional(),
  description: z.unknown().optional(),
  currency: z.unknown().optional(),
  settings: z.unknown().optional(),
  tags: optionalEntries,
  targets: optionalEntries,
  choices: z.unknown().optional(),
  transactions: optionalEntries,
});

export const importedTagGroup = createTagGroupInput.omit({ portfolioId: true });

const stockOfDay = { symbol: stockSymbolOf('symbol'), ex_date: calendarDate('ex_date') };

export const importedTarget = z.object({
  symbol: stockSymbolOf('symbol'),
  percent: percentOf('percent'),
});

export const importedChoices = z.object({
  dismissed_dividends: z.array(z.object(stockOfDay)).default([]),
  splits: z.array(z.object({ ...stockOfDay, choice: z.enum(['multiplied', 'kept']) })).default([]),
  quote_currencies: z
    .array(z.object({ symbol: stockSymbolOf('symbol'), currency: moneyCurrency('currency') }))
    .default([]),
});

/** A transaction of an export. The link of a transfer is its id in the file. */
export const importedTransaction = newTransaction.extend({
  fx_currency: moneyCurrency('fx_currency').nullish(),
  transfer_id: z.uuid().nullish(),
});
export type ImportedTransaction = z.output<typeof importedTransaction>;

/** Exports of earlier versions have no settings. */
export const importedPortfolio = z
  .looseObject({ settings: z.looseObject({}).default({}) })
  .transform(({ settings, ...fields }) => ({ ...settings, ...fields }))
  .pipe(createPortfolioInput);

export const importedIndicator = z.object({
  indicator_function: limitedText('indicator_function', 50),
  indicator_name: limitedText('indicator_name', 100),
  parameters: z.record(text('Parameter name'), z.number()),
});
