import { describe, expect, it } from 'vitest';
import { seededEma } from '../averages/exponential-averages.ts';
import { macd } from './macd.ts';

const prices = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];

describe('macd', () => {
  it('seeds the fast average just before the slow one begins', () => {
    const [line] = macd(prices, 2, 4, 1);
    // Row 3: the mean of 4 and 1, less the mean of 3, 1, 4 and 1.
    expect(line[0]).toBe(2.5 - 2.25);
    expect(line).toHaveLength(prices.length - 3);
  });

  it('smooths the line into a signal, and begins with it', () => {
    const [whole] = macd(prices, 2, 4, 1);
    const [line, signal, histogram] = macd(prices, 2, 4, 3);
    expect(line).toEqual(whole.slice(2));
    expect(signal).toEqual(seededEma(whole, 3));
    expect(histogram).toEqual(line.map((value, row) => value - (signal[row] ?? 0)));
  });

  it('swaps the periods where fast is the longer', () => {
    expect(macd(prices, 4, 2, 3)).toEqual(macd(prices, 2, 4, 3));
  });

  it('has the line for a signal of one bar', () => {
    const [line, signal, histogram] = macd(prices, 2, 4, 1);
    expect(signal).toEqual(line);
    expect(histogram).toEqual(line.map(() => 0));
  });

  it('is 0 where both periods are one', () => {
    expect(macd(prices, 3, 3, 2)[0]).toEqual(new Array(prices.length - 3).fill(0));
  });
});
