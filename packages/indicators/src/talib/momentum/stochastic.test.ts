import { describe, expect, it } from 'vitest';
import { floatColumns } from '../../series.ts';
import { stochastic } from './stochastic.ts';

const barsOf = (close: readonly number[], reach: number) =>
  floatColumns({
    open: close,
    high: close.map((price) => price + reach),
    low: close.map((price) => price - reach),
    close,
    volume: close,
  });
const periods = { fastk_period: 2, slowk_period: 1, slowd_period: 2 };

describe('stochastic', () => {
  it('returns the position of the close between the lowest low and the highest high, and its average', () => {
    expect(stochastic(barsOf([10, 12, 11, 13], 1), periods)).toEqual([
      Float64Array.of((11 - 10) / 0.03, 75),
      Float64Array.of(((12 - 9) / 0.04 + (11 - 10) / 0.03) / 2, ((11 - 10) / 0.03 + 75) / 2),
    ]);
  });

  it('returns 0 while highest and lowest are equal', () => {
    expect(stochastic(barsOf([5, 5, 5, 5], 0), periods)).toEqual([new Float64Array(2), new Float64Array(2)]);
  });

  it('returns the same %K and %D when the last positions are equal', () => {
    const bars = barsOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0);
    const [slowk, slowd] = stochastic(bars, { fastk_period: 3, slowk_period: 2, slowd_period: 2 });
    expect(slowk).toEqual(slowd);
  });
});
