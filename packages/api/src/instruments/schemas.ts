import { hundredths, readCurrency } from '@stockbook/common/currencies';
import { hasValidCheckDigit, isIsin, isOwnSymbol } from '@stockbook/market-data/symbols';
import { z } from 'zod';
import { actions, dividendRepeats } from '../history/schemas.ts';
import {
  calendarDate,
  count,
  exampleId,
  isoDate,
  limitedText,
  nullIfBlank,
  oneLine,
  paging,
  requiredName,
  requiredText,
  symbolInPath,
  text,
  timestamp,
  totalCount,
} from '../primitives.ts';
import { maxNotesLength } from '../watch-list/schemas.ts';

/** In one request, and of one instrument. */
export const maxOwnBars = 20_000;

/** Body of a request with bars; elsewhere the usual limit applies. */
export const maxBarsBodyBytes = 5 * 1024 * 1024;

/** Values in such a body: date, open, high, low, close and volume of each bar, and the bar itself. */
export const maxBarsBodyValues = 7 * maxOwnBars + 100;

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

export const pricings = ['entered', 'interest', 'linked'] as const;
export type Pricing = (typeof pricings)[number];

export const reminders = ['never', 'monthly', 'quarterly', 'yearly'] as const;

export const compoundings = ['daily', 'yearly', 'none'] as const;

const ownSymbolMessage = 'An own symbol is @ and up to 19 letters, digits, dots or hyphens';

const ownSymbol = requiredText('Symbol')
  .meta({
    description: '`@` and 1 to 19 letters, digits, dots or hyphens; stored in capitals',
    examples: ['@GOLD-BAR'],
  })
  .transform((value) => value.trim().toUpperCase())
  .refine(isOwnSymbol, { error: ownSymbolMessage });

/** Its form is not checked: a malformed one returns 404 like an unknown one. */
const symbolOfInstrument = text('Symbol')
  .meta({ description: 'Symbol of an own instrument in upper or lower case', examples: ['@FLAT'] })
  .transform((value) => value.trim().toUpperCase());

const instrumentName = requiredName('Name', 100).meta({ examples: ['Flat in Leipzig'] });

const instrumentCurrency = text('Currency')
  .meta({ description: 'A code of ISO 4217', examples: ['EUR'] })
  .transform((value, { issues }) => {
    const given = value.trim();
    if (Object.hasOwn(hundredths, given)) {
      const main = hundredths[given];
      issues.push({
        code: 'custom',
        message: `Use ${main}: 1 ${given} is 0.01 ${main}`,
        input: value,
      });
      return z.NEVER;
    }
    const code = readCurrency(given);
    if (code !== null && !Object.hasOwn(hundredths, code)) return code;
    issues.push({
      code: 'custom',
      message: 'Currency must be a code of ISO 4217, for example EUR',
      input: value,
    });
    return z.NEVER;
  });

const instrumentType = z.enum(instrumentTypes, {
  error: `type must be one of: ${instrumentTypes.join(', ')}`,
});

const pricing = z.enum(pricings, { error: 'pricing must be entered, interest or linked' }).meta({
  description:
    '`entered`: prices that are sent; `interest`: prices that grow by a rate; `linked`: prices that follow those of a stock',
});

const quotedIn = z.enum(['money', 'percent'], { error: 'quoted_in must be money or percent' }).meta({
  description: '`percent`: prices and dividends are per cent of the nominal value',
});

const remind = z.enum(reminders, { error: 'remind must be never, monthly, quarterly or yearly' }).meta({
  description: 'How long after the last price the inbox reminds of the next one',
});

function numberWithin(label: string, minimum: number, maximum: number, example: number) {
  const error = `${label} must be a number from ${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}`;
  return z
    .number({ error })
    .min(minimum, error)
    .max(maximum, error)
    .meta({ examples: [example] });
}

const percentAYear = numberWithin('percent_a_year', -100, 1_000, 3.5);

const minPrice = 1e-10;
const maxPrice = 1e15;

const startPriceError = 'start_price must be a number from 10^-10 to 10^15';

const termsOfInterest = {
  start_date: calendarDate('start_date').meta({ description: 'Day of the first price' }),
  start_price: z
    .number({ error: startPriceError })
    .min(minPrice, startPriceError)
    .max(maxPrice, startPriceError)
    .meta({ description: 'Default: 100', examples: [100] }),
  percent_a_year: percentAYear.nullable().meta({ description: 'Null with `rates`' }),
  rates: z
    .array(
      z.object({ from: calendarDate('from'), percent_a_year: percentAYear }).meta({ id: 'InstrumentRate' }),
      { error: 'rates must be a list' },
    )
    .min(1, 'rates must have 1 to 50 entries')
    .max(50, 'rates must have 1 to 50 entries')
    .nullable()
    .meta({
      description: 'Rates from days on, in place of one rate: each continues from the price at its beginning',
    }),
  compounding: z
    .enum(compoundings, { error: 'compounding must be daily, yearly or none' })
    .meta({ examples: ['yearly'] }),
  until: calendarDate('until')
    .nullable()
    .meta({ description: 'From this day on, the price stays', examples: [null] }),
};

const factorError = 'factor must be above 0 and at most 10^12';

const termsOfLink = {
  symbol: symbolInPath.meta({ description: 'The stock whose prices are followed', examples: ['GC=F'] }),
  factor: z
    .number({ error: factorError })
    .gt(0, factorError)
    .max(1e12, factorError)
    .meta({ examples: [3.2150747] }),
  add: numberWithin('add', -1e12, 1e12, 0).meta({ description: 'Default: 0' }),
};

/** The terms of `interest` in a request. */
export const interestTermsInput = z.object({
  ...termsOfInterest,
  start_price: termsOfInterest.start_price.default(100),
  percent_a_year: termsOfInterest.percent_a_year.default(null),
  rates: termsOfInterest.rates.default(null),
  until: termsOfInterest.until.default(null),
});
export type InterestTerms = z.output<typeof interestTermsInput>;

/** The terms of `linked` in a request. */
export const linkTermsInput = z.object({ ...termsOfLink, add: termsOfLink.add.default(0) });
export type LinkTerms = z.output<typeof linkTermsInput>;

/** Terms of any pricing in a request: `read-terms.ts` judges them by the pricing that they belong to. */
const termsInput = z
  .object(
    {
      start_date: termsOfInterest.start_date.optional(),
      start_price: termsOfInterest.start_price.optional(),
      percent_a_year: termsOfInterest.percent_a_year.optional(),
      rates: termsOfInterest.rates.optional(),
      compounding: termsOfInterest.compounding.optional(),
      until: termsOfInterest.until.optional(),
      symbol: termsOfLink.symbol.optional(),
      factor: termsOfLink.factor.optional(),
      add: termsOfLink.add.optional(),
    },
    { error: 'terms must be an object' },
  )
  .meta({
    description:
      '`start_date`, `start_price`, `compounding`, `percent_a_year` or `rates`, and `until` of `interest`; `symbol`, `factor` and `add` of `linked`',
  });
export type TermsInput = z.output<typeof termsInput>;

export const instrumentTerms = z
  .union([
    z.object({ ...termsOfInterest, start_date: isoDate }),
    z.object({ ...termsOfLink, symbol: z.string().meta({ examples: ['GC=F'] }) }),
  ])
  .nullable()
  .meta({ description: 'Null if the prices are entered' });

/**
 * As bars of a stock, or with a close alone, which the other prices then equal. The text of a large list is read in a
 * calculation thread.
 */
const barsOfRequest = z
  .custom<readonly unknown[] | string>((value) => Array.isArray(value) || typeof value === 'string', {
    error: 'bars must be a list',
  })
  .meta({
    description:
      'Of days, in any order: `date` and `close`, or `date`, `open`, `high`, `low`, `close` and, optionally, `volume`. In the terms of today’s shares',
    type: 'array',
    items: {},
    maxItems: maxOwnBars,
    examples: [[{ date: '2024-12-31', close: 250_000 }]],
  });

const csvOfRequest = text('csv')
  .meta({
    description:
      'A table in place of `bars`, with the header `date,close` or `date,open,high,low,close,volume` in any order. Over REST also the whole body, as `text/csv`',
    examples: ['date,close\n2024-12-31,250000'],
  })
  .optional();

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

/** That of `bars` and actions. */
const preview = z.boolean('preview must be true or false').default(false).meta({
  description: 'Returns what would change, with the problems, and stores nothing',
});

export const barsChangeInput = z
  .object({ symbol: symbolOfInstrument, bars: barsOfRequest.optional(), csv: csvOfRequest, preview })
  .meta({ id: 'InstrumentBars' });

export const deleteBarsInput = z.object({
  symbol: symbolOfInstrument,
  since: calendarDate('since').meta({ description: 'First day, inclusive' }).optional(),
  until: calendarDate('until').meta({ description: 'Last day, inclusive' }).optional(),
  preview,
});

export const previewInstrumentInput = z
  .object({ pricing, terms: termsInput.nullish(), currency: instrumentCurrency })
  .meta({ id: 'InstrumentPreviewInput' });

const actionAmountError = 'amount must be a number above 0, at most 10^15';
const splitPartError = 'numerator and denominator must be numbers above 0, at most 10^6';
const splitPart = z
  .number({ error: splitPartError })
  .gt(0, splitPartError)
  .max(1e6, splitPartError)
  .meta({ examples: [2] });

const repeat = z.object({
  months: z
    .number({ error: 'months must be a whole number from 1 to 120' })
    .int('months must be a whole number from 1 to 120')
    .min(1, 'months must be a whole number from 1 to 120')
    .max(120, 'months must be a whole number from 1 to 120')
    .meta({ examples: [6] }),
  until: calendarDate('until').meta({ description: 'Last possible day' }),
});

const dividendAmount = z
  .number({ error: actionAmountError })
  .gt(0, actionAmountError)
  .max(1e15, actionAmountError)
  .meta({ examples: [2.5] });

const repeatedDividend = z
  .object({ ex_date: calendarDate('ex_date'), amount: dividendAmount, ...repeat.shape })
  .meta({ id: 'RepeatedDividendInput' });

/** Most dividends of an instrument, those of repeats included. */
export const maxOwnDividends = 400;

export const setInstrumentActionsInput = z
  .object({
    symbol: symbolOfInstrument,
    dividends: z
      .array(
        z
          .object({
            ex_date: calendarDate('ex_date'),
            amount: dividendAmount,
            repeat: repeat.nullish(),
          })
          .meta({ id: 'InstrumentDividend' }),
        { error: 'dividends must be a list' },
      )
      .max(maxOwnDividends, `An instrument can have at most ${maxOwnDividends} dividends`)
      .default([])
      .meta({ description: 'All there are, a share; of `quoted_in` `percent`, in per cent' }),
    splits: z
      .array(
        z
          .object({
            ex_date: calendarDate('ex_date'),
            numerator: splitPart.meta({ description: 'New shares' }),
            denominator: splitPart.meta({ description: 'Old shares' }),
            is_in_prices: z.boolean('is_in_prices must be true or false').default(true).meta({
              description:
                'Whether the prices before the day are already divided. False divides them once, when the split is first stored',
            }),
          })
          .meta({ id: 'InstrumentSplit' }),
        { error: 'splits must be a list' },
      )
      .max(100, 'An instrument can have at most 100 splits')
      .default([]),
    repeats: z
      .array(repeatedDividend, { error: 'repeats must be a list' })
      .max(50, 'An instrument can have at most 50 repeats')
      .default([])
      .meta({ description: 'As a response has them; a dividend of the same day goes before' }),
    preview,
  })
  .meta({ id: 'InstrumentActionsInput', description: 'All there are: others are deleted' });

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

const barProblem = z
  .object({
    field: z.string().meta({ examples: ['bars[3].date'] }),
    message: z.string().meta({ examples: ['bars[3].date is not a date'] }),
    row: count.meta({ description: 'Index of the bar, or of the row after the header of a table' }),
  })
  .meta({ id: 'BarProblem' });

export const barsChange = z
  .object({
    added: count,
    changed: count,
    unchanged: count,
    removed: count,
    bars_revision: count.meta({ description: 'Changes with each change of the bars' }),
    details: z
      .array(barProblem)
      .optional()
      .meta({ description: 'Only of a preview: the problems of the first 50 rows that have any' }),
    problems: count.optional().meta({ description: 'Only of a preview: the number of rows with problems' }),
  })
  .meta({ id: 'BarsChange' });
export type BarsChange = z.infer<typeof barsChange>;

const previewPrice = z.number().meta({ examples: [103.25] });
const previewBar = z.object({
  date: isoDate,
  open: previewPrice,
  high: previewPrice,
  low: previewPrice,
  close: previewPrice,
  volume: z.number().meta({ examples: [0] }),
});

export const instrumentPreview = z
  .object({
    bars: z
      .array(previewBar.meta({ id: 'InstrumentBar' }))
      .meta({ description: 'The last five, oldest first' }),
    left_out: count,
  })
  .meta({ id: 'InstrumentPreview' });
export type InstrumentPreview = z.infer<typeof instrumentPreview>;

export const instrumentActions = actions
  .extend({ repeats: dividendRepeats })
  .meta({ id: 'InstrumentActions' });
export type InstrumentActions = z.infer<typeof instrumentActions>;
