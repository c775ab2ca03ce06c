import { describe, expect, it } from 'vitest';
import { doubleEma, seededEma, tripleEma, trix } from './exponential-averages.ts';

const line = Array.from({ length: 12 }, (_, bar) => 5 + 2 * bar);

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

describe('doubleEma and tripleEma', () => {
  it('have no delay on a straight line', () => {
    const last = line.at(-1) ?? 0;
    expect(doubleEma(line, 3).at(-1)).toBeCloseTo(last, 9);
    expect(tripleEma(line, 3).at(-1)).toBeCloseTo(last, 9);
  });

  it('begin after two and three averages', () => {
    expect(doubleEma(line, 3)).toHaveLength(12 - 4);
    expect(tripleEma(line, 3)).toHaveLength(12 - 6);
  });
});

describe('trix', () => {
  it('is the change of the price, in percent of the one before, over one bar', () => {
    expect(trix([4, 5, 4], 1)).toEqual([25, (4 / 5 - 1) * 100]);
  });

  it('lags three averages behind', () => {
    // Three times a bar behind the line, and the change of a line is 2.
    expect(trix(line, 3).at(-1)).toBeCloseTo((2 / ((line.at(-1) ?? 0) - 2 * 3 - 2)) * 100, 9);
  });

  it('is 0 where it would divide by 0', () => {
    expect(trix([0, 5], 1)).toEqual([0]);
  });
});
