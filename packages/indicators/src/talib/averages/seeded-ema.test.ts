import { describe, expect, it } from 'vitest';
import { seededEma } from './seeded-ema.ts';

describe('seededEma', () => {
  it('starts from the mean of the first period', () => {
    expect(seededEma([1, 2, 6, 5, 9], 3)).toEqual([3, 4, 6.5]);
  });

  it('is the mean where there is just one period', () => {
    expect(seededEma([1, 2, 6], 3)).toEqual([3]);
  });

  it('is the price over one bar', () => {
    expect(seededEma([1, 2, 6], 1)).toEqual([1, 2, 6]);
  });
});
