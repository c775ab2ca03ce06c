import { describe, expect, it } from 'vitest';
import { derivativesLast } from './arrange-quotes.ts';
import { searchSchema } from './search-schema.ts';

describe('derivativesLast', () => {
  it('puts options and futures after everything else and keeps the order otherwise', () => {
    const types = ['FUTURE', 'EQUITY', 'OPTION', 'INDEX', undefined, 'ETF'];
    const quotes = searchSchema.parse({
      quotes: types.map((quoteType, index) => ({ isYahooFinance: true, symbol: `S${index}`, quoteType })),
    });
    expect(derivativesLast(quotes).map(({ symbol }) => symbol)).toEqual(['S1', 'S3', 'S4', 'S5', 'S0', 'S2']);
  });
});
