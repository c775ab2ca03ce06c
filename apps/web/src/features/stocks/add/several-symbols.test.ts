import { expect, it } from 'vitest';
import { isSeveralSymbols } from './several-symbols.ts';

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
])('judges %j', (text, expected) => {
  expect(isSeveralSymbols(text)).toBe(expected);
});
