import { expect, it } from 'vitest';
import { priceFormat } from './price-format.ts';

const formatOf = (symbol: string, currency: string | null, recent_closes: number[]) =>
  priceFormat({ symbol, currency, recent_closes });

it('writes money with the decimals of its currency', () => {
  expect(formatOf('AAPL', 'USD', [250.42]).format(1250.4)).toBe('$1,250.40');
  expect(formatOf('AAPL', null, []).format(1250.4)).toBe('$1,250.40');
  expect(formatOf('005930.KS', 'KRW', [71_234.56]).format(71_234.56)).toBe('₩71,235');
  expect(formatOf('VOD.L', 'GBp', [71.2]).format(71.2)).toBe('71.20p');
  expect(formatOf('ZAIN.KW', 'KWD', [0.512, 1.2]).format(0.512)).toBe('KWD\u00a00.512');
});

it('adds a decimal to yen when the closes are multiples of 0.1', () => {
  expect(formatOf('7203.T', 'JPY', [2845.5, 2846]).format(2845.5)).toBe('¥2,845.5');
  expect(formatOf('7203.T', 'JPY', [2845, 2846]).format(2845)).toBe('¥2,845');
  expect(formatOf('7203.T', 'JPY', [2845.13, 2846.5]).format(2845.13)).toBe('¥2,845');
});

it('adds decimals to prices below one', () => {
  const penny = formatOf('PNNY', 'USD', [0.0532, 0.0541]);
  expect(penny.format(0.0532)).toBe('$0.0532');
  expect(penny.tick).toBe(0.0001);
  expect(formatOf('PNNY', 'USD', [0.99, 1]).format(1)).toBe('$1.00');
});

it('writes index points and exchange rates without a currency', () => {
  expect(formatOf('^DJI', 'USD', [52_668.56]).format(52_668.56)).toBe('52,668.56');
  expect(formatOf('EURUSD=X', 'USD', [1.0591]).format(1.0591)).toBe('1.0591');
  expect(formatOf('USDJPY=X', 'JPY', [156.23]).format(156.234)).toBe('156.23');
  expect(formatOf('EURUSD=X', 'USD', [1.0591]).format(null)).toBe('N/A');
});

it('writes the same digits on the axis, without the currency', () => {
  const { format, formatPlain } = formatOf('AAPL', 'EUR', [250.42]);
  expect(format(-1250.4)).toBe('−€1,250.40');
  expect(formatPlain(1250.4)).toBe('1,250.40');
});

it('writes prices in per cent of a nominal value with two decimals, whatever the currency', () => {
  const bond = { symbol: '@BOND', currency: 'JPY', quoted_in: 'percent' } as const;
  const { format, formatPlain, tick } = priceFormat({ ...bond, recent_closes: [98.5] });
  expect(format(98.5)).toBe('98.50%');
  expect(format(null)).toBe('N/A');
  expect(formatPlain(98.5)).toBe('98.50');
  expect(tick).toBe(0.01);
});

it('returns the same object while currency, type and tick are equal', () => {
  expect(formatOf('AAPL', 'USD', [250.42])).toBe(formatOf('MSFT', 'USD', [410.1]));
});
