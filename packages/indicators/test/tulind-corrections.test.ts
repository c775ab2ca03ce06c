import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OhlcvColumns } from '../src/index.ts';
import { historicalVolatility } from '../src/tulind/historical-volatility.ts';
import { klingerOscillator } from '../src/tulind/klinger-oscillator.ts';
import { massIndex } from '../src/tulind/mass-index.ts';
import { callTulindSingle } from '../src/tulind/tulind.ts';
import { variableIndexDynamicAverage } from '../src/tulind/variable-index-dynamic-average.ts';
import { volumeWeightedMovingAverage } from '../src/tulind/volume-weighted-moving-average.ts';
import { expectClose } from './expect-close.ts';
import { marketBars } from './random-bars.ts';

/** A market that never stands still, on which tulind is right. */
const lively: OhlcvColumns = (() => {
  const close = Array.from({ length: 80 }, (_, bar) => 50 + 10 * Math.sin(bar / 3) + (bar % 7));
  return {
    open: close.map((price) => price - 0.3),
    high: close.map((price, bar) => price + 1 + (bar % 5) / 10),
    low: close.map((price, bar) => price - 1 - (bar % 3) / 10),
    close,
    volume: close.map((_, bar) => 1000 + 37 * (bar % 11)),
  };
})();
const { high, low, close, volume } = lively;
const still = { open: [5, 5, 5, 5], high: [5, 5, 5, 5], low: [5, 5, 5, 5], close: [5, 5, 5, 5] };

describe('what tulind computes right stays as it is', () => {
  it.each([
    ['kvo', klingerOscillator(lively, 3, 8), callTulindSingle('kvo', [high, low, close, volume], [3, 8])],
    ['mass', massIndex(lively, 12), callTulindSingle('mass', [high, low], [12])],
    [
      'vidya',
      variableIndexDynamicAverage(close, 4, 9, 0.3),
      callTulindSingle('vidya', [close], [4, 9, 0.3]).slice(1),
    ],
    ['vwma', volumeWeightedMovingAverage(lively, 6), callTulindSingle('vwma', [close, volume], [6])],
    ['volatility', historicalVolatility(close, 10), callTulindSingle('volatility', [close], [10])],
  ])('%s', (_, repaired, plain) => {
    expectClose(repaired, plain);
  });
});

describe('klingerOscillator', () => {
  it('has no force where there is no range, and recovers', () => {
    const after = {
      open: [],
      high: [5, 5, 6, 7],
      low: [5, 5, 5, 5],
      close: [5, 5, 6, 7],
      volume: [9, 9, 9, 9],
    };
    const oscillator = klingerOscillator(after, 2, 3);
    expect(oscillator[0]).toBe(0);
    expect(oscillator.at(-1)).not.toBe(0);
    expect(oscillator.every(Number.isFinite)).toBe(true);
  });

  it('swaps the periods where fast is the longer', () => {
    expect(klingerOscillator(lively, 8, 3)).toEqual(klingerOscillator(lively, 3, 8));
  });
});

describe('massIndex', () => {
  it('counts 1 a bar where there has been no range', () => {
    const flat = new Array<number>(20).fill(5);
    expect(massIndex({ ...lively, high: flat, low: flat }, 4)).toEqual([4]);
  });
});

describe('variableIndexDynamicAverage', () => {
  it('stays where prices do', () => {
    expect(variableIndexDynamicAverage([5, 5, 5, 5], 2, 3, 0.2)).toEqual([5, 5]);
  });

  it('does not run away where a price fell far', () => {
    const fallen = [1e7 / 3, 1e7 / 7, ...Array.from({ length: 300 }, (_, bar) => 2 + Math.sin(bar) / 1e3)];
    for (const average of variableIndexDynamicAverage(fallen, 4, 7, 0.5).slice(50)) {
      expect(average).toBeGreaterThan(0);
      expect(average).toBeLessThan(1e9);
    }
  });

  it('keeps between the prices', () => {
    fc.assert(
      fc.property(marketBars({ min: 30, max: 60 }), (bars) => {
        const [lowest, highest] = [Math.min(...bars.close), Math.max(...bars.close)];
        for (const average of variableIndexDynamicAverage(bars.close, 3, 10, 0.5)) {
          expect(average).toBeGreaterThanOrEqual(lowest * (1 - 1e-9));
          expect(average).toBeLessThanOrEqual(highest * (1 + 1e-9));
        }
      }),
    );
  });
});

describe('volumeWeightedMovingAverage', () => {
  it('weighs bars alike where none has volume', () => {
    const bars = { ...still, close: [2, 4, 6, 8], volume: [0, 0, 0, 5] };
    expect(volumeWeightedMovingAverage(bars, 2)).toEqual([3, 5, 8]);
  });
});

describe('historicalVolatility', () => {
  it('is 0 while prices stand still, and recovers from a price of 0', () => {
    expect(historicalVolatility([5, 5, 5, 5], 2)).toEqual([0, 0]);
    expect(historicalVolatility([1, 0, 5, 5, 5], 2).at(-1)).toBe(0);
  });
});
