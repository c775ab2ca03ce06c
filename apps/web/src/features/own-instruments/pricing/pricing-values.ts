import type { Instrument, Pricing, TermsInput } from '@stockbook/api/schemas';
import { fieldProblems } from '#lib/api/server-error.ts';
import { today } from '#lib/format/dates.ts';
import { readDecimal, typedNumber } from '#lib/format/decimals.ts';

/** The fields of the three ways to a price, as they are typed. */
export interface PricingValues {
  readonly pricing: string;
  readonly start_date: string;
  readonly start_price: string;
  readonly percent_a_year: string;
  readonly compounding: string;
  readonly until: string;
  /** Further rates, one a line: the day it begins on, then the rate. */
  readonly rates: string;
  /** The symbol that is followed. */
  readonly link: string;
  readonly factor: string;
  readonly add: string;
}

export const ways = [
  { value: 'entered', label: 'I enter them', sentence: 'By hand, from a file, or by a script.' },
  { value: 'interest', label: 'They grow by a rate', sentence: 'As a deposit or a loan does.' },
  {
    value: 'linked',
    label: 'They follow another price',
    sentence: 'As a gold bar follows the price of an ounce.',
  },
] as const satisfies readonly { value: Pricing; label: string; sentence: string }[];

export const compoundingNames = {
  yearly: 'Yearly',
  daily: 'Daily',
  none: 'Never',
} as const;

export function pricingOf({ pricing }: PricingValues): Pricing {
  return ways.find(({ value }) => value === pricing)?.value ?? 'entered';
}

const text = (value: number | null) => (value === null ? '' : String(value));

/** The values of a form for an instrument; those of a new one without it. */
export function pricingValues(instrument?: Pick<Instrument, 'pricing' | 'terms'>): PricingValues {
  const terms = instrument?.terms ?? null;
  const interest = terms !== null && 'start_date' in terms ? terms : null;
  const link = terms !== null && 'factor' in terms ? terms : null;
  const [first, ...later] = interest?.rates ?? [];
  return {
    pricing: instrument?.pricing ?? 'entered',
    start_date: interest?.start_date ?? today(),
    start_price: text(interest?.start_price ?? 100),
    percent_a_year: text(interest?.percent_a_year ?? first?.percent_a_year ?? null),
    compounding: interest?.compounding ?? 'yearly',
    until: interest?.until ?? '',
    rates: later.map(({ from, percent_a_year }) => `${from} ${percent_a_year}`).join('\n'),
    link: link?.symbol ?? '',
    factor: text(link?.factor ?? 1),
    add: text(link?.add ?? 0),
  };
}

interface Rate {
  readonly from: string;
  readonly percent_a_year: number;
}

/** Parses the rates of a text; null if a line is not a rate. */
function readRates(typed: string): Rate[] | null {
  const rates: Rate[] = [];
  for (const line of typed.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [from = '', rate = ''] = line.split(/[\s;,]+(.*)/s);
    const percent = typedNumber(rate.replace('%', ''));
    if (!/^\d{4}-\d{2}-\d{2}$/.test(from) || percent === null) return null;
    rates.push({ from, percent_a_year: percent });
  }
  return rates;
}

type Errors = { -readonly [Name in keyof PricingValues]?: string };

/** The errors that the browser finds in the fields of the chosen way. */
export function pricingErrors(values: PricingValues): Errors {
  const errors: Errors = {};
  const needNumber = (name: 'start_price' | 'percent_a_year' | 'factor') => {
    if (readDecimal(values[name]) === null) errors[name] = 'Enter a number';
  };
  if (values.pricing === 'interest') {
    if (values.start_date === '') errors.start_date = 'Enter the first day';
    needNumber('start_price');
    needNumber('percent_a_year');
    if (readRates(values.rates) === null) errors.rates = 'Each line is a day and a rate: 2025-07-01 3.25';
  }
  if (values.pricing === 'linked') {
    if (values.link.trim() === '') errors.link = 'Enter the stock to follow';
    needNumber('factor');
    if (values.add.trim() !== '' && readDecimal(values.add) === null) errors.add = 'Enter a number';
  }
  return errors;
}

/** The terms of the chosen way; null if its prices are entered, or a field is not valid. */
export function termsOf(values: PricingValues): TermsInput | null {
  if (values.pricing === 'entered' || Object.keys(pricingErrors(values)).length > 0) return null;
  const number = (typed: string) => typedNumber(typed) ?? 0;
  if (values.pricing === 'linked') {
    const symbol = values.link.trim().toUpperCase();
    return { symbol, factor: number(values.factor), add: number(values.add) };
  }
  const first = number(values.percent_a_year);
  const later = readRates(values.rates) ?? [];
  return {
    start_date: values.start_date,
    start_price: number(values.start_price),
    compounding: compoundingOf(values),
    until: values.until || null,
    percent_a_year: later.length === 0 ? first : null,
    rates: later.length === 0 ? null : [{ from: values.start_date, percent_a_year: first }, ...later],
  };
}

function compoundingOf({ compounding }: PricingValues): keyof typeof compoundingNames {
  return compounding === 'daily' || compounding === 'none' ? compounding : 'yearly';
}

/** Names of fields on the wire that differ from those of the form. */
const renamed: Readonly<Record<string, string>> = {
  'terms.symbol': 'link',
  'bars[0].close': 'price',
  'bars[0].date': 'date',
};

/** The server's messages by the field of the form; none if one concerns no field. */
export function fieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { field, message } of fieldProblems(error)) {
    const name = renamed[field] ?? field.replace(/^terms\./, '');
    const known = fields.find((each) => each === name);
    if (known === undefined) return {};
    errors[known] ??= message;
  }
  return errors;
}
