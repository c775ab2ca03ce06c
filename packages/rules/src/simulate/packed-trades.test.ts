import { expect, it } from 'vitest';
import type { Trade } from './account.ts';
import { packTrades, unpackTrades } from './packed-trades.ts';

const closed: Trade = {
  entry_bar: 3,
  entry_price: 103.0515,
  exit_bar: 5,
  exit_price: 110.16,
  size: 96,
  profit: 661.95,
  return_percent: 6.691,
  commission: 20.47,
  reason: 'take_profit',
};
const open: Trade = {
  entry_bar: 9,
  entry_price: 106.053,
  exit_bar: null,
  exit_price: null,
  size: 0.12345678,
  profit: null,
  return_percent: null,
  commission: null,
  reason: 'open',
};

it('returns the packed trades unchanged', () => {
  expect(unpackTrades(packTrades([closed, open]), 0, 2)).toEqual([closed, open]);
  expect(unpackTrades(packTrades([]), 0, 10)).toEqual([]);
});

it('returns a part of the trades', () => {
  const packed = packTrades([closed, { ...closed, reason: 'ruin' }, open]);
  expect(unpackTrades(packed, 1, 2)).toEqual([{ ...closed, reason: 'ruin' }]);
  expect(unpackTrades(packed, 2, 100)).toEqual([open]);
  expect(unpackTrades(packed, 3, 5)).toEqual([]);
});
