import { describe, expect, it } from 'vitest';
import { floatColumns } from '../../series.ts';
import { ultimateOscillator } from './ultimate-oscillator.ts';

/** Buying pressures 2, 1 and 3, true ranges 4, 4 and 3. */
const bars = floatColumns({
  open: [10, 10, 10, 10],
  high: [11, 12, 13, 13],
  low: [9, 8, 9, 11],
  close: [10, 10, 10, 13],
  volume: [1, 1, 1, 1],
});

describe('ultimateOscillator', () => {
  it('gives the shortest period the largest weight', () => {
    expect(ultimateOscillator(bars, [1, 2, 3])).toEqual(
      Float64Array.of(100 * ((4 * (3 / 3) + 2 * (4 / 7) + 6 / 11) / 7)),
    );
  });

  it('accepts periods in any order, and equal periods', () => {
    expect(ultimateOscillator(bars, [3, 1, 2])).toEqual(ultimateOscillator(bars, [1, 2, 3]));
    expect(ultimateOscillator(bars, [2, 2, 2])[0]).toBeCloseTo(100 * (3 / 8), 9);
  });

  it('returns 0 when all ranges are 0', () => {
    const price = Float64Array.of(5, 5, 5);
    const flat = { open: price, high: price, low: price, close: price, volume: price };
    expect(ultimateOscillator(flat, [1, 2, 2])).toEqual(Float64Array.of(0));
  });
});
