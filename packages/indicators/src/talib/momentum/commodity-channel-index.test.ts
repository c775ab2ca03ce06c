import { describe, expect, it } from 'vitest';
import { floatColumns } from '../../series.ts';
import { commodityChannelIndex } from './commodity-channel-index.ts';

const barsOf = (close: number[]) =>
  floatColumns({ open: close, high: close, low: close, close, volume: close });

describe('commodityChannelIndex', () => {
  it('returns the distance from the mean in units of 0.015 mean deviations', () => {
    // 3, 6 and 12: mean 7, mean deviation 10/3, distance of the last price 5.
    expect(commodityChannelIndex(barsOf([3, 6, 12]), 3)[0]).toBeCloseTo(5 / (0.015 * (10 / 3)), 9);
  });

  it('starts with the first complete window', () => {
    expect(commodityChannelIndex(barsOf([3, 6, 12, 9, 3]), 3)).toHaveLength(3);
  });

  it('returns 0 when the price equals the mean', () => {
    expect(commodityChannelIndex(barsOf([3, 9, 6]), 3)).toEqual(Float64Array.of(0));
  });

  it('returns 0 when the price is constant but its mean is rounded', () => {
    const price = 123.456;
    expect(commodityChannelIndex(barsOf([99.9, ...new Array<number>(14).fill(price)]), 7).slice(1)).toEqual(
      new Float64Array(8),
    );
  });
});
