import { expect, it } from 'vitest';
import {
  formatFactor,
  formatGain,
  formatMoney,
  formatPlainMoney,
  formatPoints,
  formatReturn,
  formatShareOf,
  formatShares,
  formatSignedPercent,
  formatUnitPrice,
  toneOf,
} from './format.ts';

it('writes money in US format with its currency, and hundredths with their suffix', () => {
  expect(formatMoney(1234.5, 'USD')).toBe('$1,234.50');
  expect(formatMoney(-1234.5, 'EUR')).toBe('−€1,234.50');
  expect(formatMoney(1234.5, 'JPY')).toBe('¥1,235');
  expect(formatMoney(1250, 'GBp')).toBe('1,250p');
  expect(formatMoney(-0.001, 'USD')).toBe('$0.00');
  expect(formatMoney(null, 'USD')).toBe('–');
});

it('writes gains with a sign and a true minus, and no sign for zero', () => {
  expect(formatGain(134, 'EUR')).toBe('+€134.00');
  expect(formatGain(-7, 'EUR')).toBe('−€7.00');
  expect(formatGain(0, 'EUR')).toBe('€0.00');
  expect(formatGain(0.001, 'EUR')).toBe('€0.00');
});

it('writes prices with up to 4 decimals', () => {
  expect(formatUnitPrice(101.8, 'EUR')).toBe('€101.80');
  expect(formatUnitPrice(0.05321, 'USD')).toBe('$0.0532');
  expect(formatUnitPrice(1250, 'GBp')).toBe('1,250p');
  expect(formatUnitPrice(71.25, 'GBX')).toBe('71.25p');
});

it('writes shares with up to 10 decimals without trailing zeros', () => {
  expect(formatShares(1234)).toBe('1,234');
  expect(formatShares(0.1234567891)).toBe('0.1234567891');
  expect(formatShares(-2.5)).toBe('−2.5');
});

it('writes percentages with sign and 2 decimals', () => {
  expect(formatSignedPercent(1.2)).toBe('+1.20%');
  expect(formatReturn(-0.0185)).toBe('−1.85%');
  expect(formatReturn(0.00001)).toBe('0.00%');
  expect(formatReturn(null)).toBe('–');
  expect(formatShareOf(12.5)).toBe('12.50%');
  expect(formatPoints(0.0919)).toBe('+9.19 points');
});

it('writes numbers of formulas', () => {
  expect(formatPlainMoney(-1018, 'EUR')).toBe('−1,018.00');
  expect(formatFactor(1.0377358)).toBe('1.0377');
});

it('has a colour for gains and losses only', () => {
  expect([toneOf(1), toneOf(-1), toneOf(0), toneOf(null)]).toEqual(['text-up', 'text-down', '', '']);
});
