import { describe, expect, it } from 'vitest';
import { floatColumns } from '../../series.ts';
import {
  averageDirectionalIndex,
  averageDirectionalRating,
  directionalIndex,
  directionalIndicator,
  directionalMovement,
} from './directional-movement.ts';

/** Moves up by 2, equally up and down, down by 3, then an inside bar. */
const bars = floatColumns({
  open: [10, 11, 11, 9, 9],
  high: [11, 13, 14, 14, 13],
  low: [9, 10, 9, 6, 7],
  close: [10, 12, 11, 8, 9],
  volume: [1, 1, 1, 1, 1],
});
const constantBars = (count: number) => {
  const price = new Float64Array(count).fill(50);
  return { open: price, high: price, low: price, close: price, volume: price };
};

describe('directionalMovement', () => {
  it('counts the larger move, and neither when both are equal', () => {
    expect(directionalMovement(bars, 1, 'plus')).toEqual(Float64Array.of(2, 0, 0, 0));
    expect(directionalMovement(bars, 1, 'minus')).toEqual(Float64Array.of(0, 0, 3, 0));
  });

  it('decays by 1 / period per bar', () => {
    expect(directionalMovement(bars, 2, 'plus')).toEqual(Float64Array.of(2, 1, 0.5, 0.25));
    expect(directionalMovement(bars, 2, 'minus')).toEqual(Float64Array.of(0, 0, 3, 1.5));
  });
});

describe('directionalIndicator', () => {
  it('returns percentages of the true range', () => {
    // True ranges 3, 5, 8 and 6: sums of 3, 6.5, 11.25 and 11.625.
    const percent = directionalIndicator(bars, 2, 'plus');
    expect(percent).toEqual(Float64Array.of(100 * (1 / 6.5), 100 * (0.5 / 11.25), 100 * (0.25 / 11.625)));
  });

  it('returns fractions when the period is 1', () => {
    expect(directionalIndicator(bars, 1, 'minus')).toEqual(Float64Array.of(0, 0, 3 / 8, 0));
  });
});

describe('directionalIndex', () => {
  it('returns the difference of both indicators in percent of their sum', () => {
    expect(directionalIndex(bars, 2)[0]).toBe(100);
    expect(directionalIndex(bars, 2)[1]).toBeCloseTo(100 * (2.5 / 3.5), 9);
  });

  it('returns 0 while prices do not change', () => {
    expect(directionalIndex(constantBars(5), 2)).toEqual(Float64Array.of(0, 0, 0));
  });
});

describe('averageDirectionalIndex', () => {
  it("starts with a mean and continues with Wilder's method", () => {
    const [first = 0, second = 0, third = 0] = directionalIndex(bars, 2);
    const mean = (first + second) / 2;
    const [average = 0, next = 0] = averageDirectionalIndex(bars, 2);
    expect(average).toBeCloseTo(mean, 9);
    expect(next).toBeCloseTo((mean + third) / 2, 9);
  });

  it('returns 0 while prices do not change', () => {
    expect(averageDirectionalIndex(constantBars(6), 2)).toEqual(Float64Array.of(0, 0, 0));
  });
});

describe('averageDirectionalRating', () => {
  it('returns the mean of two ADX values', () => {
    const [first = 0, second = 0] = averageDirectionalIndex(bars, 2);
    expect(averageDirectionalRating(bars, 2)).toEqual(Float64Array.of((first + second) / 2));
  });
});
