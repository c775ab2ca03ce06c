import type { InstrumentTerms } from '@stockbook/db';
import { isSymbol } from '@stockbook/market-data/symbols';
import type { z } from 'zod';
import { fieldError } from '../../errors.ts';
import {
  type InterestTerms,
  interestTermsInput,
  type LinkTerms,
  linkTermsInput,
  type Pricing,
  type TermsInput,
} from './schemas.ts';

/** How the prices of an instrument are made. */
export type PriceTerms =
  | { readonly pricing: 'entered'; readonly terms: null }
  | { readonly pricing: 'interest'; readonly terms: InterestTerms }
  | { readonly pricing: 'linked'; readonly terms: LinkTerms };

const firstDay = '1900-01-01';

function parse<Schema extends z.ZodType>(schema: Schema, terms: TermsInput): z.output<Schema> {
  const { data, error } = schema.safeParse(terms);
  if (data !== undefined) return data;
  const issue = error?.issues[0];
  const field = `terms.${issue?.path.join('.') ?? ''}`;
  throw fieldError(field, issue?.message ?? 'The terms are not valid');
}

/**
 * Judges the terms of a request by the pricing that they belong to.
 * @throws AppError BAD_REQUEST
 */
export function readTerms(pricing: Pricing, given: TermsInput | null | undefined): PriceTerms {
  if (pricing === 'entered') return { pricing, terms: null };
  if (!given) throw fieldError('terms', `terms are required for the pricing ${pricing}`);
  if (pricing === 'linked') {
    const terms = parse(linkTermsInput, given);
    if (terms.symbol.startsWith('@')) throw fieldError('terms.symbol', 'A link leads to a stock of a source');
    if (!isSymbol(terms.symbol)) {
      throw fieldError('terms.symbol', 'A stock symbol has 1 to 20 letters, digits or . - ^ = &');
    }
    return { pricing, terms };
  }
  const terms = parse(interestTermsInput, given);
  if ((terms.percent_a_year === null) === (terms.rates === null)) {
    throw fieldError('terms.percent_a_year', 'Name percent_a_year or rates');
  }
  if (terms.start_date < firstDay) {
    throw fieldError('terms.start_date', 'start_date must not be before 1900');
  }
  if (terms.until !== null && terms.until < terms.start_date) {
    throw fieldError('terms.until', 'until must not be before start_date');
  }
  const days = terms.rates?.map(({ from }) => from) ?? [];
  if (new Set(days).size < days.length) throw fieldError('terms.rates', 'Two rates begin on the same day');
  return { pricing, terms };
}

/** The terms of a stored instrument. */
export function termsOf(pricing: Pricing | null, stored: InstrumentTerms | null): PriceTerms {
  if (pricing === 'interest') return { pricing, terms: interestTermsInput.parse(stored) };
  if (pricing === 'linked') return { pricing, terms: linkTermsInput.parse(stored) };
  return { pricing: 'entered', terms: null };
}
