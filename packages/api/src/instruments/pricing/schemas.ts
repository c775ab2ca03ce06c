import { z } from 'zod';
import { calendarDate, count, isoDate, symbolInPath } from '../../primitives.ts';
import { instrumentCurrency } from '../shared-schemas.ts';

export const pricings = ['entered', 'interest', 'linked'] as const;
export type Pricing = (typeof pricings)[number];

export const compoundings = ['daily', 'yearly', 'none'] as const;

export const pricing = z.enum(pricings, { error: 'pricing must be entered, interest or linked' }).meta({
  description:
    '`entered`: prices that are sent; `interest`: prices that grow by a rate; `linked`: prices that follow those of a stock',
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
export const termsInput = z
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

export const previewInstrumentInput = z
  .object({ pricing, terms: termsInput.nullish(), currency: instrumentCurrency })
  .meta({ id: 'InstrumentPreviewInput' });

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
