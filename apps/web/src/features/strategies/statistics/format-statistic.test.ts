import { expect, it } from 'vitest';
import { formatMoney } from './format-statistic.ts';

it.each([
  [36_982.26, 'KRW', '₩36,982'],
  [8_441.22, 'JPY', '¥8,441'],
  [8_441.22, 'USD', '$8,441.22'],
  [8_441.22, null, '8,441.22'],
])('writes %d with the decimals of %s: %s', (value, currency, text) => {
  expect(formatMoney(value, currency)).toBe(text);
});
