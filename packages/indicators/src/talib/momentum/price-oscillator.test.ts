import { describe, expect, it } from 'vitest';
import { absolutePriceOscillator, percentagePriceOscillator } from './price-oscillator.ts';

const prices = Float64Array.of(1, 2, 6, 5, 9);
const simple = { fastperiod: 2, slowperiod: 4, matype: 0 };

describe('absolutePriceOscillator', () => {
  it('returns the difference of two simple or exponential averages', () => {
    expect(absolutePriceOscillator(prices, simple)).toEqual(Float64Array.of(5.5 - 3.5, 7 - 5.5));
    const [first = 0] = absolutePriceOscillator(prices, { ...simple, matype: 1 });
    // 1.5, then 2/3 of the distance to 6 and to 5.
    expect(first).toBeCloseTo(4.5 + (2 / 3) * 0.5 - 3.5, 12);
  });

  it('swaps the periods when the fast one is longer', () => {
    const swapped = { ...simple, fastperiod: 4, slowperiod: 2 };
    expect(absolutePriceOscillator(prices, swapped)).toEqual(absolutePriceOscillator(prices, simple));
  });
});

describe('percentagePriceOscillator', () => {
  it('returns percentages of the slow average, and 0 when that average is 0', () => {
    expect(percentagePriceOscillator(prices, simple)).toEqual(
      Float64Array.of((2 / 3.5) * 100, (1.5 / 5.5) * 100),
    );
    expect(percentagePriceOscillator(Float64Array.of(-1, -1, 1, 1), simple)).toEqual(Float64Array.of(0));
  });
});
