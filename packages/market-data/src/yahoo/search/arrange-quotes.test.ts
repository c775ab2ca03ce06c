import { describe, expect, it } from 'vitest';
import { arrangeQuotes } from './arrange-quotes.ts';
import { searchSchema } from './search-schema.ts';

describe('arrangeQuotes', () => {
  it('puts options and futures after everything else and keeps the order otherwise', () => {
    const types = ['FUTURE', 'EQUITY', 'OPTION', 'INDEX', undefined, 'ETF'];
    const quotes = searchSchema.parse({
      quotes: types.map((quoteType, index) => ({ isYahooFinance: true, symbol: `S${index}`, quoteType })),
    });
    expect(arrangeQuotes('s', quotes).map(({ symbol }) => symbol)).toEqual([
      'S1',
      'S3',
      'S4',
      'S5',
      'S0',
      'S2',
    ]);
  });

  it('puts the typed symbol first, also that of a future', () => {
    const quotes = searchSchema.parse({
      quotes: [
        { isYahooFinance: true, symbol: '0P00019HF1.SA', quoteType: 'MUTUALFUND' },
        { isYahooFinance: true, symbol: 'GCP230217P00030000', quoteType: 'OPTION' },
        { isYahooFinance: true, symbol: 'GC=F', quoteType: 'FUTURE' },
      ],
    });
    expect(arrangeQuotes('gc=f', quotes)[0]?.symbol).toBe('GC=F');
    expect(arrangeQuotes('gold', quotes)[0]?.symbol).toBe('0P00019HF1.SA');
  });
});
