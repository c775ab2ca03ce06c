import { expect, it } from 'vitest';
import { dailyBars, type Prices } from '../../test/simulate/daily-bars.ts';
import { buyAndHoldEquity, buyAndHoldReturn } from './buy-and-hold.ts';

const prices = [90, 100, 110, 80, 120].map((price): Prices => [price, price, price, price]);

it('buys at the close before the first decision', () => {
  const bars = dailyBars(prices);
  expect([...buyAndHoldEquity(bars, 2, 1_000)]).toEqual([1_000, 1_000, 1_100, 800, 1_200]);
  expect(buyAndHoldReturn(bars, 2)).toBe(0.2);
});

it('receives the dividends after the purchase', () => {
  const bars = dailyBars(prices, { dividends: { 1: 50, 2: 1, 4: 4 } });
  expect([...buyAndHoldEquity(bars, 2, 1_000)]).toEqual([1_000, 1_000, 1_110, 810, 1_250]);
  expect(buyAndHoldReturn(bars, 2)).toBe(0.25);
});
