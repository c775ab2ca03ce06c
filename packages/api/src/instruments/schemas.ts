import { hasValidCheckDigit, isIsin, isOwnSymbol } from '@stockbook/market-data/symbols';
import { z } from 'zod';
import {
  count,
  exampleId,
  isoDate,
  limitedText,
  nullIfBlank,
  oneLine,
  paging,
  requiredName,
  requiredText,
  text,
  timestamp,
  totalCount,
} from '../primitives.ts';
import { maxNotesLength } from '../watch-list/schemas.ts';
import { barsOfRequest } from './bars/schemas.ts';
import { instrumentTerms, pricing, termsInput } from './pricing/schemas.ts';
import { instrumentCurrency, symbolOfInstrument } from './shared-schemas.ts';

export const instrumentTypes = [
  'Stock',
  'Fund',
  'Bond',
  'Loan',
  'Precious metal',
  'Real estate',
  'Pension',
  'Crypto',
  'Index',
  'Other',
] as const;

export const reminders = ['never', 'monthly', 'quarterly', 'yearly'] as const;

const ownSymbolMessage = 'An own symbol is @ and up to 19 letters, digits, dots or hyphens';

const ownSymbol = requiredText('Symbol')
  .meta({
    description: '`@` and 1 to 19 letters, digits, dots or hyphens; stored in capitals',
    examples: ['@GOLD-BAR'],
  })
  .transform((value) => value.trim().toUpperCase())
  .refine(isOwnSymbol, { error: ownSymbolMessage });

const instrumentName = requiredName('Name', 100).meta({ examples: ['Flat in Leipzig'] });

const instrumentType = z.enum(instrumentTypes, {
  error: `type must be one of: ${instrumentTypes.join(', ')}`,
});

const quotedIn = z.enum(['money', 'percent'], { error: 'quoted_in must be money or percent' }).meta({
  description: '`percent`: prices and dividends are per cent of the nominal value',
});

const remind = z.enum(reminders, { error: 'remind must be never, monthly, quarterly or yearly' }).meta({
  description: 'How long after the last price the inbox reminds of the next one',
});

const isinOfInstrument = text('ISIN')
  .meta({ examples: ['DE0001102580'] })
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => value === '' || (isIsin(value) && hasValidCheckDigit(value)), {
    error: 'An ISIN has two letters, nine letters or digits, and a check digit',
  })
  .transform((value) => value || null)
  .nullish();

/** A text that may be left out, which changes nothing, or be empty, which removes it. */
function optionalFact(label: string, example: string) {
  return limitedText(label, 100)
    .meta({ examples: [example] })
    .check(oneLine(label))
    .transform(nullIfBlank)
    .nullish();
}

const facts = {
  isin: isinOfInstrument,
  sector: optionalFact('Sector', 'Real estate'),
  industry: optionalFact('Industry', 'Housing'),
  notes: limitedText('Notes', maxNotesLength)
    .meta({ description: 'The note of the watch list', examples: ['Appraised each May'] })
    .transform(nullIfBlank)
    .nullish(),
};

export const listInstrumentsInput = z.object(paging);

export const createInstrumentInput = z
  .object({
    symbol: ownSymbol,
    name: instrumentName,
    currency: instrumentCurrency,
    type: instrumentType.default('Other'),
    pricing: pricing.default('entered'),
    terms: termsInput.nullish(),
    quoted_in: quotedIn.default('money'),
    remind: remind.default('never'),
    ...facts,
    bars: barsOfRequest.optional(),
    track: z
      .boolean('track must be true or false')
      .default(true)
      .meta({ description: 'Whether it joins the watch list' }),
  })
  .meta({ id: 'NewInstrument' });

export const instrumentInput = z.object({ symbol: symbolOfInstrument });

export const updateInstrumentInput = z
  .object({
    symbol: symbolOfInstrument,
    name: instrumentName.optional(),
    currency: instrumentCurrency.optional(),
    type: instrumentType.optional(),
    pricing: pricing.optional(),
    terms: termsInput.nullish(),
    quoted_in: quotedIn.optional(),
    remind: remind.optional(),
    ...facts,
  })
  .refine(({ symbol: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    error: 'Name at least one field to change',
  })
  .meta({ id: 'InstrumentChanges', description: 'At least one of the fields', minProperties: 1 });

export const deleteInstrumentInput = z.object({
  symbol: symbolOfInstrument,
  confirmation: text('confirmation')
    .meta({ description: 'The symbol once more; required', examples: ['@FLAT'] })
    .optional(),
});

export const instrument = z
  .object({
    symbol: z.string().meta({ examples: ['@FLAT'] }),
    name: z.string().meta({ examples: ['Flat in Leipzig'] }),
    currency: z.string().meta({ examples: ['EUR'] }),
    type: z.string().meta({ examples: ['Real estate'] }),
    isin: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    sector: z
      .string()
      .nullable()
      .meta({ examples: ['Real estate'] }),
    industry: z
      .string()
      .nullable()
      .meta({ examples: ['Housing'] }),
    notes: z
      .string()
      .nullable()
      .meta({
        description: 'The note of the watch list; null if it is not on it',
        examples: ['Appraised each May'],
      }),
    quoted_in: quotedIn,
    pricing,
    terms: instrumentTerms,
    remind,
    first_date: isoDate.nullable(),
    last_date: isoDate.nullable(),
    last_close: z
      .number()
      .nullable()
      .meta({ examples: [250_000] }),
    bars: count.meta({ description: 'Number of prices', examples: [1] }),
    left_out: count.meta({
      description: 'Number of bars of the linked stock whose price would not be above 0',
      examples: [0],
    }),
    is_tracked: z.boolean().meta({ description: 'Whether it is on the watch list' }),
    held_in: z
      .array(z.string())
      .meta({ description: 'Names of the portfolios with transactions in it', examples: [['Main']] }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Instrument' });
export type Instrument = z.infer<typeof instrument>;

export const instrumentList = z
  .object({
    instruments: z.array(instrument).meta({ description: 'By symbol' }),
    total: totalCount,
  })
  .meta({ id: 'Instruments' });
export type InstrumentList = z.infer<typeof instrumentList>;

export const createdInstrument = instrument
  .extend({
    task_id: z
      .string()
      .nullable()
      .meta({
        description: 'The task that stores the linked stock; null if none is needed',
        examples: [exampleId],
      }),
    message: z.string().meta({ examples: ['@FLAT was created'] }),
  })
  .meta({ id: 'CreatedInstrument' });
export type CreatedInstrument = z.infer<typeof createdInstrument>;

export const deletedInstrument = z
  .object({ message: z.string().meta({ examples: ['@FLAT was deleted'] }) })
  .meta({ id: 'DeletedInstrument' });
