import { describe, expect, it } from 'vitest';
import { doubleEma, seededEma, tripleEma, trix } from './exponential-averages.ts';

const line = Float64Array.from({ length: 12 }, (_, bar) => 5 + 2 * bar);

describe('seededEma', () => {
  it('starts from the mean of the first period', () => {
    expect(seededEma(Float64Array.of(1, 2, 6, 5, 9), 3)).toEqual(Float64Array.of(3, 4, 6.5));
  });

  it('returns the mean when there is exactly one period', () => {
    expect(seededEma(Float64Array.of(1, 2, 6), 3)).toEqual(Float64Array.of(3));
  });

  it('returns the prices when the period is 1', () => {
    expect(seededEma(Float64Array.of(1, 2, 6), 1)).toEqual(Float64Array.of(1, 2, 6));
  });
});

describe('doubleEma and tripleEma', () => {
  it('returns the last value of a straight line without delay', () => {
    const last = line.at(-1) ?? 0;
    expect(doubleEma(line, 3).at(-1)).toBeCloseTo(last, 9);
    expect(tripleEma(line, 3).at(-1)).toBeCloseTo(last, 9);
  });

  it('starts after two and three look-backs', () => {
    expect(doubleEma(line, 3)).toHaveLength(12 - 4);
    expect(tripleEma(line, 3)).toHaveLength(12 - 6);
  });
});

describe('trix', () => {
  it('returns the change in percent of the previous price when the period is 1', () => {
    expect(trix(Float64Array.of(4, 5, 4), 1)).toEqual(Float64Array.of(25, (4 / 5 - 1) * 100));
  });

  it('lags behind by three averages', () => {
    // Each of the three averages lags by one bar; the line rises by 2 per bar.
    expect(trix(line, 3).at(-1)).toBeCloseTo((2 / ((line.at(-1) ?? 0) - 2 * 3 - 2)) * 100, 9);
  });

  it('returns 0 when the previous value is 0', () => {
    expect(trix(Float64Array.of(0, 5), 1)).toEqual(Float64Array.of(0));
  });
});
