import { expect, it } from 'vitest';
import { isRuleText, parseOwnColumns } from './own-columns.ts';

it.each([
  ['close > sma(200)', true],
  ['rsi(14) crosses above 30', true],
  ['price touches 62.5', true],
  ['rsi(14)', false],
  ['close / sma(200) - 1', false],
])('tells whether %s is a rule', (text, isRule) => {
  expect(isRuleText(text)).toBe(isRule);
});

it('reads at most five different columns', () => {
  expect(parseOwnColumns('rsi(14); rsi(14);;atr(14);a;b;c;d')).toEqual(['rsi(14)', 'atr(14)', 'a', 'b', 'c']);
});
