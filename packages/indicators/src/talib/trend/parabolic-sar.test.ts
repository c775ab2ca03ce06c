import { describe, expect, it } from 'vitest';
import { floatColumns } from '../../series.ts';
import { parabolicSar } from './parabolic-sar.ts';

const barsOf = (high: number[], low: number[]) =>
  floatColumns({ open: low, high, low, close: low, volume: low });

describe('parabolicSar', () => {
  it('follows a rise from the low of bar 0, and accelerates at new highs', () => {
    const stops = parabolicSar(barsOf([10, 12, 14, 16], [9, 11, 13, 15]), 0.1, 0.2);
    // 9, then 0.1 of the distance to 12; the high of 14 increases the factor to 0.2.
    expect(stops[0]).toBe(9);
    expect(stops[1]).toBeCloseTo(9.3, 12);
    expect(stops[2]).toBeCloseTo(9.3 + 0.2 * (14 - 9.3), 12);
  });

  it('follows a fall from the high of bar 0', () => {
    expect(parabolicSar(barsOf([10, 9], [9, 7]), 0.1, 0.2)).toEqual(Float64Array.of(10));
  });

  it('reverses when the price reaches the stop', () => {
    const stops = parabolicSar(barsOf([10, 12, 13, 9], [9, 11, 12, 5]), 0.02, 0.2);
    expect(stops.at(-1)).toBe(13);
  });

  it('caps the acceleration factor, including the first one', () => {
    const bars = barsOf([10, 12, 14, 16], [9, 11, 13, 15]);
    expect(parabolicSar(bars, 0.5, 0.1)).toEqual(parabolicSar(bars, 0.1, 0.1));
  });
});
