import { expect, it } from 'vitest';
import { isinError, isSeveralSymbols } from './symbol-field.tsx';

it('checks the check digit of a complete ISIN, and no other input', () => {
  expect(isinError('US0378331005')).toBeNull();
  expect(isinError('US0378331006')).toBe('Invalid ISIN: the check digit does not match');
  expect(isinError('US03783310')).toBeNull();
  expect(isinError('AAPL')).toBeNull();
});

it.each([
  ['AAPL MSFT', true],
  ['AAPL, US5949181045', true],
  ['XETR:SAP\nBRK-B', true],
  ['aapl\nmsft\n', true],
  ['AAPL', false],
  [' AAPL\n', false],
  ['Bank of America', false],
  ['Apple Inc., Cupertino', false],
  ['', false],
])('tells whether a pasted text lists several symbols: %j', (text, expected) => {
  expect(isSeveralSymbols(text)).toBe(expected);
});
