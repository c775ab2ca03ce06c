import { expect, it } from 'vitest';
import { whatFollowed } from './what-followed.ts';

const close = [100, 110, 99, 198, 99, 99];

it('takes the median of the changes after events that are followed by enough bars, beside all bars', () => {
  // After 2 bars: −1 %, 80 %, 0 %, −50 %.
  expect(whatFollowed(close, 2, [0, 1, 3, 4, 5], 0)).toEqual({
    bars: 2,
    median_percent: expect.closeTo(-1, 9),
    count: 3,
    all_median_percent: expect.closeTo(-0.5, 9),
  });
  expect(whatFollowed(close, 2, [3], 2)).toEqual({
    bars: 2,
    median_percent: -50,
    count: 1,
    all_median_percent: -25,
  });
});

it('has no median without an event or a later bar', () => {
  expect(whatFollowed(close, 6, [0], 0)).toEqual({
    bars: 6,
    median_percent: null,
    count: 0,
    all_median_percent: null,
  });
});
