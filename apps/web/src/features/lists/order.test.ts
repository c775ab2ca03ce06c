import { expect, it } from 'vitest';
import { isSameOrder, moveTo, placeBeside } from './order.ts';

const order = ['AAPL', 'KO', 'MSFT', 'NVDA', 'PEP'];

it.each([
  ['before a stock', ['NVDA'], { symbol: 'KO', isAfter: false }, 'AAPL NVDA KO MSFT PEP'],
  ['after the last one', ['AAPL'], { symbol: 'PEP', isAfter: true }, 'KO MSFT NVDA PEP AAPL'],
  ['in their order', ['PEP', 'KO'], { symbol: 'AAPL', isAfter: false }, 'KO PEP AAPL MSFT NVDA'],
  ['nowhere beside one of themselves', ['KO', 'NVDA'], { symbol: 'NVDA', isAfter: true }, order.join(' ')],
  ['nowhere beside a stock of another list', ['KO'], { symbol: 'TSLA', isAfter: true }, order.join(' ')],
])('moves stocks %s', (_, moved, place, expected) => {
  expect(moveTo(order, moved, place).join(' ')).toBe(expected);
});

it('finds the neighbour among the shown stocks, and none at the ends', () => {
  const shown = ['AAPL', 'NVDA', 'PEP'];
  expect(placeBeside(shown, 'NVDA', -1)).toEqual({ symbol: 'AAPL', isAfter: false });
  expect(placeBeside(shown, 'NVDA', 1)).toEqual({ symbol: 'PEP', isAfter: true });
  expect(placeBeside(shown, 'AAPL', -1)).toBeNull();
  expect(placeBeside(shown, 'PEP', 1)).toBeNull();
  expect(placeBeside(shown, 'KO', 1)).toBeNull();
});

it('tells whether two orders differ', () => {
  expect(isSameOrder(order, [...order])).toBe(true);
  expect(isSameOrder(order, order.slice(1))).toBe(false);
  expect(isSameOrder(order, order.toReversed())).toBe(false);
});
