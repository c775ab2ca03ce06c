import { describe, expect, it } from 'vitest';
import { bollingerBands } from './bollinger-bands.ts';

describe('bollingerBands', () => {
  it('uses one multiplier per band', () => {
    expect(bollingerBands(Float64Array.of(1, 3, 7), 2, 2, 0.5)).toEqual([
      Float64Array.of(2, 5),
      Float64Array.of(4, 9),
      Float64Array.of(1.5, 4),
    ]);
  });

  it('has no width when the price is constant', () => {
    const [middle, upper, lower] = bollingerBands(Float64Array.of(98.7, 123.456, 123.456, 123.456), 3, 2, 2);
    expect(upper[1]).toBe(middle[1]);
    expect(lower[1]).toBe(middle[1]);
  });

  it('swaps the bands when the multipliers are negative', () => {
    expect(bollingerBands(Float64Array.of(1, 3), 2, -1, -2)).toEqual([
      Float64Array.of(2),
      Float64Array.of(1),
      Float64Array.of(4),
    ]);
  });
});
