import { expect, it } from 'vitest';
import { medianSymbol } from './combined.ts';

const returning = (returns: Record<string, number | null>) =>
  Object.entries(returns).map(([symbol, return_percent]) => ({ symbol, statistics: { return_percent } }));

it.each([
  ['the one in the middle', { A: 5, B: -3, C: 1, D: null }, 'C'],
  ['of two in the middle the lower one', { A: 5, B: -3, C: 1, D: 2 }, 'C'],
  ['the first of equal ones', { B: 1, A: 1 }, 'A'],
  ['none without returns', { A: null }, null],
])('names the stock with the median return: %s', (_, returns, symbol) => {
  expect(medianSymbol(returning(returns))).toBe(symbol);
});
