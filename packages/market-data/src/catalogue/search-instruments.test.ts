import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { searchInstruments } from './search-instruments.ts';

const symbols = (query: string, limit = 10) =>
  searchInstruments(catalogue, query, limit).map((match) => match.symbol);

describe('searchInstruments', () => {
  it.each([
    ['AAPL', 'AAPL'],
    ['aapl', 'AAPL'],
    [' aapl ', 'AAPL'],
    ['V', 'V'],
    ['apple', 'AAPL'],
    ['hathaway', 'BRK-B'],
    ['nestle', 'NESN.SW'],
    ["l'oréal", 'OR.PA'],
    ['loreal', 'OR.PA'],
    ['mcdonalds', 'MCD'],
    ['gspc', '^GSPC'],
    ['^gs', '^GSPC'],
    ['s&p 500', '^GSPC'],
    ['eur/usd', 'EURUSD=X'],
    ['0700', '0700.HK'],
    ['US0378331005', 'AAPL'],
    ['zzzz', undefined],
    ['.', undefined],
    ['   ', undefined],
  ])('finds for %j first %s', (query, first) => {
    expect(symbols(query)[0]).toBe(first);
  });

  it('ranks symbols above names, and the start of a name above its middle', () => {
    expect(symbols('ma')[0]).toBe('MA');
    expect(symbols('micro').slice(0, 2)).toEqual(['MSFT', 'AMD']);
    expect(symbols('bank').indexOf('BAC')).toBeLessThan(symbols('bank').indexOf('DBK.DE'));
  });

  it('lists all listings of an ISIN', () => {
    expect(symbols('NL0000235190')).toEqual(['AIR.PA', 'AIR.DE']);
  });

  it('stops at the limit', () => {
    expect(symbols('a', 3)).toHaveLength(3);
  });

  it('returns only the facts that a suggestion shows', () => {
    expect(searchInstruments(catalogue, '^GSPC', 1)).toEqual([
      { symbol: '^GSPC', name: 'S&P 500', exchange: 'SNP', isin: null, type: 'index' },
    ]);
  });
});
