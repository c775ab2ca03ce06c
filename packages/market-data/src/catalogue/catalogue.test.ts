import { describe, expect, it } from 'vitest';
import { hasValidCheckDigit, isSymbol } from '../symbols/symbols.ts';
import { catalogue, findInCatalogue } from './catalogue.ts';

describe('catalogue', () => {
  it('has at least 60 instruments with unique symbols', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(60);
    expect(new Set(catalogue.map((entry) => entry.symbol)).size).toBe(catalogue.length);
  });

  it('has well-formed symbols and ISINs with valid check digits', () => {
    expect(catalogue.filter((entry) => !isSymbol(entry.symbol))).toEqual([]);
    expect(catalogue.filter((entry) => entry.isin !== null && !hasValidCheckDigit(entry.isin))).toEqual([]);
  });

  it('has an ISIN for every instrument except indices and currencies', () => {
    for (const { symbol, type, isin } of catalogue) {
      expect(isin === null, symbol).toBe(type === 'index' || type === 'currency');
    }
  });

  it('has sector and industry of every company, and a valid time zone for every instrument', () => {
    for (const { symbol, type, sector, industry, timezone } of catalogue) {
      if (type === 'equity') expect([sector, industry], symbol).not.toContain(null);
      expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone ?? 'missing' }), symbol).not.toThrow();
    }
  });

  it.each([
    ...['EUR', 'GBP', 'AUD', 'NZD'].map((base) => [base, 'USD'] as const),
    ...['JPY', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'HUF', 'CZK', 'CAD', 'HKD', 'SGD', 'INR', 'CNY'].map(
      (quote) => ['USD', quote] as const,
    ),
    ...['KRW', 'TWD', 'ILS', 'ZAR', 'BRL', 'MXN', 'TRY'].map((quote) => ['USD', quote] as const),
  ])('has the pair %s/%s', (base, quote) => {
    const pair = { name: `${base}/${quote}`, type: 'currency', currency: quote };
    expect(findInCatalogue(`${base}${quote}=X`)).toMatchObject(pair);
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
  ])('has the ISIN, exchange and currency of %s', (symbol, isin, exchange, currency) => {
    expect(findInCatalogue(symbol)).toMatchObject({ isin, exchange, currency });
  });
});
