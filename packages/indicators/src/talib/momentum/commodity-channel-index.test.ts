import { describe, expect, it } from 'vitest';
import { commodityChannelIndex } from './commodity-channel-index.ts';

const ofCloses = (close: number[]) => ({ open: close, high: close, low: close, close, volume: close });

describe('commodityChannelIndex', () => {
  it('is the distance from the mean in 0.015 mean deviations', () => {
    // Of 3, 6 and 12: 7 on average, 10/3 away from it on average, the last one 5.
    expect(commodityChannelIndex(ofCloses([3, 6, 12]), 3)[0]).toBeCloseTo(5 / (0.015 * (10 / 3)), 9);
  });

  it('begins with the first whole window', () => {
    expect(commodityChannelIndex(ofCloses([3, 6, 12, 9, 3]), 3)).toHaveLength(3);
  });

  it('is 0 where the price is the mean', () => {
    expect(commodityChannelIndex(ofCloses([3, 9, 6]), 3)).toEqual([0]);
  });

  it('is 0 over one and the same price, though its mean rounds beside it', () => {
    const price = 123.456;
    expect(commodityChannelIndex(ofCloses([99.9, ...new Array<number>(14).fill(price)]), 7).slice(1)).toEqual(
      new Array(8).fill(0),
    );
  });
});
