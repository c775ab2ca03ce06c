import { describe, expect, it } from 'vitest';
import { hasValidCheckDigit, isSymbol } from '../symbols/symbols.ts';
import { CATALOGUE, findInCatalogue } from './catalogue.ts';

describe('CATALOGUE', () => {
  it('holds at least 60 instruments, each once', () => {
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CATALOGUE.map((entry) => entry.symbol)).size).toBe(CATALOGUE.length);
  });

  it('holds well-formed symbols and ISINs whose check digits match', () => {
    expect(CATALOGUE.filter((entry) => !isSymbol(entry.symbol))).toEqual([]);
    expect(CATALOGUE.filter((entry) => entry.isin !== null && !hasValidCheckDigit(entry.isin))).toEqual([]);
  });

  it('has an ISIN for all that is held in a depot, and none for indices and currencies', () => {
    for (const { symbol, type, isin } of CATALOGUE) {
      expect(isin === null, symbol).toBe(type === 'index' || type === 'currency');
    }
  });

  it('knows sector and industry of every company, and the time zone of every exchange', () => {
    for (const { symbol, type, sector, industry, timezone } of CATALOGUE) {
      if (type === 'equity') expect([sector, industry], symbol).not.toContain(null);
      expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone ?? 'missing' }), symbol).not.toThrow();
    }
  });

  it.each([
    ['AAPL', 'US0378331005', 'NASDAQ', 'USD'],
    ['MSFT', 'US5949181045', 'NASDAQ', 'USD'],
    ['NVDA', 'US67066G1040', 'NASDAQ', 'USD'],
    ['GOOGL', 'US02079K3059', 'NASDAQ', 'USD'],
    ['AMZN', 'US0231351067', 'NASDAQ', 'USD'],
    ['META', 'US30303M1027', 'NASDAQ', 'USD'],
    ['TSLA', 'US88160R1014', 'NASDAQ', 'USD'],
    ['WMT', 'US9311421039', 'NASDAQ', 'USD'],
    ['BRK-B', 'US0846707026', 'NYSE', 'USD'],
    ['0700.HK', 'KYG875721634', 'Hong Kong Stock Exchange', 'HKD'],
    ['SHEL.L', 'GB00BP6MXD84', 'London Stock Exchange', 'GBp'],
    ['^GSPC', null, 'SNP', 'USD'],
    ['EURUSD=X', null, 'CCY', 'USD'],
  ])('knows %s', (symbol, isin, exchange, currency) => {
    expect(findInCatalogue(symbol)).toMatchObject({ isin, exchange, currency });
  });
});
