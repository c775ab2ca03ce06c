import { describe, expect, it } from 'vitest';
import { pricingErrors, pricingValues, termsOf } from './pricing-values.ts';

const interest = {
  ...pricingValues(),
  pricing: 'interest',
  start_date: '2025-01-02',
  start_price: '100',
  percent_a_year: '3,5',
};

const link = { ...pricingValues(), pricing: 'linked', link: ' gc=f ', factor: '3.2150747', add: '' };

describe('termsOf', () => {
  it('reads one rate with a decimal comma', () => {
    expect(termsOf(interest)).toEqual({
      start_date: '2025-01-02',
      start_price: 100,
      percent_a_year: 3.5,
      rates: null,
      compounding: 'yearly',
      until: null,
    });
  });

  it('reads later rates, which take the place of the one rate', () => {
    const rates = '2025-07-01 3.25\n\n2026-01-01; 3 %';
    expect(termsOf({ ...interest, rates, until: '2027-01-02' })).toMatchObject({
      percent_a_year: null,
      rates: [
        { from: '2025-01-02', percent_a_year: 3.5 },
        { from: '2025-07-01', percent_a_year: 3.25 },
        { from: '2026-01-01', percent_a_year: 3 },
      ],
      until: '2027-01-02',
    });
  });

  it('reads a link with its default sum', () => {
    expect(termsOf(link)).toEqual({ symbol: 'GC=F', factor: 3.2150747, add: 0 });
  });

  it.each([
    ['entered prices', { ...link, pricing: 'entered' }],
    ['a factor that is no number', { ...link, factor: 'ten' }],
    ['a rate without a day', { ...interest, rates: '3.25' }],
  ])('returns null for %s', (_name, values) => {
    expect(termsOf(values)).toBeNull();
  });
});

describe('pricingErrors', () => {
  it('names the fields of the chosen way only', () => {
    const blank = { ...pricingValues(), start_price: '', percent_a_year: '', link: '', factor: '' };
    expect(Object.keys(pricingErrors(blank))).toEqual([]);
    expect(Object.keys(pricingErrors({ ...blank, pricing: 'interest' }))).toEqual([
      'start_price',
      'percent_a_year',
    ]);
    expect(Object.keys(pricingErrors({ ...blank, pricing: 'linked' }))).toEqual(['link', 'factor']);
  });
});

describe('pricingValues', () => {
  it('returns the values of which the same terms come', () => {
    const rates = [
      { from: '2025-01-02', percent_a_year: 4 },
      { from: '2025-07-01', percent_a_year: 3.25 },
    ];
    const terms = {
      start_date: '2025-01-02',
      start_price: 50,
      percent_a_year: null,
      rates,
      compounding: 'daily' as const,
      until: null,
    };
    expect(termsOf(pricingValues({ pricing: 'interest', terms }))).toEqual(terms);
    const linked = { symbol: 'GC=F', factor: 2, add: -1 };
    expect(termsOf(pricingValues({ pricing: 'linked', terms: linked }))).toEqual(linked);
  });
});
