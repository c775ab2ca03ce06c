import { describe, expect, it } from 'vitest';
import { seededEma } from '../averages/exponential-averages.ts';
import { macd } from './macd.ts';

const prices = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8);

describe('macd', () => {
  it('seeds the fast average just before the first value of the slow one', () => {
    const [line] = macd(prices, 2, 4, 1);
    // Bar 3: the mean of 4 and 1 minus the mean of 3, 1, 4 and 1.
    expect(line[0]).toBe(2.5 - 2.25);
    expect(line).toHaveLength(prices.length - 3);
  });

  it('returns the average of the line as signal, and starts with the signal', () => {
    const [fullLine] = macd(prices, 2, 4, 1);
    const [line, signal, histogram] = macd(prices, 2, 4, 3);
    expect(line).toEqual(fullLine.slice(2));
    expect(signal).toEqual(seededEma(fullLine, 3));
    expect(histogram).toEqual(line.map((value, index) => value - (signal[index] ?? 0)));
  });

  it('swaps the periods when the fast one is longer', () => {
    expect(macd(prices, 4, 2, 3)).toEqual(macd(prices, 2, 4, 3));
  });

  it('returns the line as signal when the signal period is 1', () => {
    const [line, signal, histogram] = macd(prices, 2, 4, 1);
    expect(signal).toEqual(line);
    expect(histogram).toEqual(line.map(() => 0));
  });

  it('returns 0 when both periods are equal', () => {
    expect(macd(prices, 3, 3, 2)[0]).toEqual(new Float64Array(prices.length - 3));
  });
});
