import type { Instrument } from '@stockbook/api/schemas';
import { instrumentTypes } from '#lib/api/schemas.ts';
import { readDecimal, typedNumber } from '#lib/format/decimals.ts';
import {
  fieldErrors,
  type PricingValues,
  pricingErrors,
  pricingOf,
  pricingValues,
  termsOf,
} from '../pricing/pricing-values.ts';
import { reminderOf } from './reminders.ts';

/** The form of a new instrument, as it is typed. */
export interface InstrumentValues extends PricingValues {
  /** Without its `@`. */
  readonly symbol: string;
  readonly name: string;
  readonly type: string;
  readonly currency: string;
  /** Empty for the usual quotation of the type. */
  readonly quoted_in: string;
  readonly remind: string;
  /** The first price of entered ones. */
  readonly date: string;
  readonly price: string;
}

const fields = [
  'symbol',
  'name',
  'type',
  'currency',
  'quoted_in',
  'remind',
  'date',
  'price',
  ...(Object.keys(pricingValues()) as (keyof PricingValues)[]),
] as const;

export function newInstrumentValues(): InstrumentValues {
  const pricing = pricingValues();
  return {
    ...pricing,
    symbol: '',
    name: '',
    type: 'Other',
    currency: '',
    quoted_in: '',
    remind: 'never',
    date: pricing.start_date,
    price: '',
  };
}

/** Bonds are quoted in per cent of the nominal value, as at exchanges, unless the form says otherwise. */
export function quotationOf({
  type,
  quoted_in,
}: Pick<InstrumentValues, 'type' | 'quoted_in'>): Instrument['quoted_in'] {
  if (type !== 'Bond') return 'money';
  return quoted_in === 'money' ? 'money' : 'percent';
}

/** The stored form of a typed symbol: `@` and capitals. */
function ownSymbolOf(typed: string): string {
  return `@${typed.trim().replace(/^@/, '').toUpperCase()}`;
}

const symbolMessage = 'An own symbol is @ and up to 19 letters, digits, dots or hyphens';

export function instrumentErrors(values: InstrumentValues): {
  -readonly [Name in keyof InstrumentValues]?: string;
} {
  const errors: { -readonly [Name in keyof InstrumentValues]?: string } = { ...pricingErrors(values) };
  if (!/^@[A-Z0-9][A-Z0-9.-]{0,18}$/.test(ownSymbolOf(values.symbol))) errors.symbol = symbolMessage;
  if (values.name.trim() === '') errors.name = 'Enter a name';
  if (values.currency.trim() === '') errors.currency = 'Enter the currency, such as EUR';
  if (values.pricing === 'entered' && values.price.trim() !== '') {
    if (readDecimal(values.price) === null) errors.price = 'Enter a number';
    if (values.date === '') errors.date = 'Enter the day of the price';
  }
  return errors;
}

/** The price of the form if prices are entered; null without one. */
export function firstPriceOf({
  pricing,
  date,
  price,
}: InstrumentValues): { date: string; close: number } | null {
  const close = typedNumber(price);
  return pricing === 'entered' && date !== '' && close !== null ? { date, close } : null;
}

/** The request that creates what a form has. */
export function instrumentRequest(values: InstrumentValues) {
  const first = firstPriceOf(values);
  return {
    symbol: ownSymbolOf(values.symbol),
    name: values.name.trim(),
    currency: values.currency.trim(),
    type: instrumentTypes.find((each) => each === values.type) ?? 'Other',
    quoted_in: quotationOf(values),
    remind: reminderOf(values.remind),
    pricing: pricingOf(values),
    terms: termsOf(values),
    ...(first && { bars: [first] }),
  };
}

export function instrumentFieldErrors(error: unknown) {
  return fieldErrors(error, fields);
}
