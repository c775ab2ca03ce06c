import { describe, expect, it } from 'vitest';
import { relativeStrengthIndex } from './relative-strength-index.ts';
import { stochasticRsi } from './stochastic-rsi.ts';

const prices = Float64Array.of(10, 12, 11, 13, 12, 15, 11, 12);

describe('stochasticRsi', () => {
  it('returns the position of the RSI between its extremes, and its average', () => {
    const [fastk, fastd] = stochasticRsi(prices, 2, 3, 2);
    const window = relativeStrengthIndex(prices, 2, 0).slice(-3);
    const [low, high] = [Math.min(...window), Math.max(...window)];
    expect(fastk?.at(-1)).toBeCloseTo(100 * (((window[2] ?? 0) - low) / (high - low)), 9);
    expect(fastd?.at(-1)).toBeCloseTo(((fastk?.at(-1) ?? 0) + (fastk?.at(-2) ?? 0)) / 2, 9);
  });

  it('returns 0 when prices do not change, despite rounding errors in the RSI', () => {
    const flat = Float64Array.of(...prices, ...new Array<number>(20).fill(12));
    const [fastk] = stochasticRsi(flat, 3, 4, 1);
    expect(fastk?.slice(-16)).toEqual(new Float64Array(16));
  });
});
