import { expect, it } from 'vitest';
import { mainCurrency, readCurrency } from './currencies.ts';

it.each([
  ['USD', 'USD'],
  ['eur', 'EUR'],
  ['Chf', 'CHF'],
  ['GBp', 'GBp'],
  ['gbp', 'GBP'],
  ['GBX', 'GBX'],
  ['ZAc', 'ZAc'],
  ['ZAC', 'ZAC'],
  ['ILA', 'ILA'],
])('reads %s as the code %s', (text, code) => {
  expect(readCurrency(text)).toBe(code);
});

it.each(['', ' ', 'EURO', 'ZZZ', '$', 'toString', 'constructor'])('does not know the code %j', (text) => {
  expect(readCurrency(text)).toBe(null);
});

it.each([
  ['GBp', 'GBP'],
  ['GBX', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ZAC', 'ZAR'],
  ['ILA', 'ILS'],
  ['USD', 'USD'],
])('converts %s to the currency %s', (code, currency) => {
  expect(mainCurrency(code)).toBe(currency);
});
