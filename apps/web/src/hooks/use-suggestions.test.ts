import { expect, it } from 'vitest';
import { typedMatch } from './use-suggestions.ts';

const match = (symbol: string, name: string) => ({ symbol, name, exchange: null, isin: null, type: null });
const apple = match('AAPL', 'Apple Inc.');
const appLovin = match('APP', 'AppLovin Corporation');
const bank = match('BAC', 'Bank of America Corporation');

it.each([
  ['apple', [appLovin, apple], apple],
  [' APP ', [apple, appLovin], appLovin],
  ['app', [apple, bank], apple],
  ['bank of am', [bank], bank],
  ['america', [bank], bank],
  ['AAPB', [apple, bank], null],
  ['a', [apple], null],
  ['pple', [apple], null],
  ['', [apple], null],
])('takes from the results for %j', (text, matches, expected) => {
  expect(typedMatch(text, matches)).toBe(expected);
});
