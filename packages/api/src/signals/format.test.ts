import { expect, it } from 'vitest';
import { formatPrice, priceDecimals } from './format.ts';

it.each([
  ['AAPL', 'USD', 1187.4, '$1,187.40'],
  ['PENNY', 'USD', 0.01234, '$0.0123'],
  ['FRES.L', 'GBp', 2450.5, '2,450.50p'],
  ['1301.T', 'JPY', 4015, '¥4,015'],
  ['7203.T', 'JPY', 2890.5, '¥2,890.5'],
  ['ADH', null, 10.38, '10.38'],
  ['^GSPC', 'USD', 6000.1, '6,000.10'],
  ['EURUSD=X', 'USD', 1.11714, '1.1171'],
  ['JPY=X', 'JPY', 150.126, '150.13'],
])('writes a price of %s in %s as on its page: %d', (symbol, currency, price, text) => {
  expect(formatPrice(price, { symbol, currency })).toBe(text);
});

it('writes a price in per cent of the nominal value', () => {
  const bond = { symbol: '@BOND', currency: 'JPY', quotedIn: 'percent' } as const;
  expect(formatPrice(98.5, bond)).toBe('98.50%');
  expect(priceDecimals(bond, 98.5)).toBe(2);
});
