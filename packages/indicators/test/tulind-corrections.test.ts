import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floatColumns, type OhlcvColumns } from '../src/index.ts';
import { historicalVolatility } from '../src/tulind/historical-volatility.ts';
import { klingerOscillator } from '../src/tulind/klinger-oscillator.ts';
import { massIndex } from '../src/tulind/mass-index.ts';
import { callTulindSingle } from '../src/tulind/tulind.ts';
import { variableIndexDynamicAverage } from '../src/tulind/variable-index-dynamic-average.ts';
import { volumeWeightedMovingAverage } from '../src/tulind/volume-weighted-moving-average.ts';
import { expectClose } from './expect-close.ts';
import { marketBars } from './random-bars.ts';

/** Prices change at every bar, so that tulind is correct. */
const changing: OhlcvColumns = (() => {
  const close = Float64Array.from({ length: 80 }, (_, bar) => 50 + 10 * Math.sin(bar / 3) + (bar % 7));
  return {
    open: close.map((price) => price - 0.3),
    high: close.map((price, bar) => price + 1 + (bar % 5) / 10),
    low: close.map((price, bar) => price - 1 - (bar % 3) / 10),
    close,
    volume: close.map((_, bar) => 1000 + 37 * (bar % 11)),
  };
})();
const { high, low, close, volume } = changing;
const fives = Float64Array.of(5, 5, 5, 5);
const flat = { open: fives, high: fives, low: fives, close: fives };

describe('functions that correct tulind', () => {
  it.each([
    ['kvo', klingerOscillator(changing, 3, 8), callTulindSingle('kvo', [high, low, close, volume], [3, 8])],
    ['mass', massIndex(changing, 12), callTulindSingle('mass', [high, low], [12])],
    [
      'vidya',
      variableIndexDynamicAverage(close, 4, 9, 0.3),
      callTulindSingle('vidya', [close], [4, 9, 0.3]).slice(1),
    ],
    ['vwma', volumeWeightedMovingAverage(changing, 6), callTulindSingle('vwma', [close, volume], [6])],
    ['volatility', historicalVolatility(close, 10), callTulindSingle('volatility', [close], [10])],
  ])('%s equals tulind when prices change at every bar', (_, corrected, plain) => {
    expectClose(corrected, plain);
  });
});

describe('klingerOscillator', () => {
  it('counts a bar as 0 when the total range is 0, and recovers', () => {
    const flatAtFirst = floatColumns({
      open: [],
      high: [5, 5, 6, 7],
      low: [5, 5, 5, 5],
      close: [5, 5, 6, 7],
      volume: [9, 9, 9, 9],
    });
    const oscillator = klingerOscillator(flatAtFirst, 2, 3);
    expect(oscillator[0]).toBe(0);
    expect(oscillator.at(-1)).not.toBe(0);
    expect(oscillator.every(Number.isFinite)).toBe(true);
  });

  it('swaps the periods when the fast one is longer', () => {
    expect(klingerOscillator(changing, 8, 3)).toEqual(klingerOscillator(changing, 3, 8));
  });
});

describe('massIndex', () => {
  it('counts 1 per bar when all ranges are 0', () => {
    const prices = new Float64Array(20).fill(5);
    expect(massIndex({ ...changing, high: prices, low: prices }, 4)).toEqual(Float64Array.of(4));
  });
});

describe('variableIndexDynamicAverage', () => {
  it('stays constant when prices do', () => {
    expect(variableIndexDynamicAverage(fives, 2, 3, 0.2)).toEqual(Float64Array.of(5, 5));
  });

  it('stays bounded after a very large fall', () => {
    const fallen = Float64Array.of(
      1e7 / 3,
      1e7 / 7,
      ...Array.from({ length: 300 }, (_, bar) => 2 + Math.sin(bar) / 1e3),
    );
    for (const average of variableIndexDynamicAverage(fallen, 4, 7, 0.5).slice(50)) {
      expect(average).toBeGreaterThan(0);
      expect(average).toBeLessThan(1e9);
    }
  });

  it('stays between the lowest and the highest price', () => {
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
  it('gives bars equal weights when none has volume', () => {
    const bars = { ...flat, close: Float64Array.of(2, 4, 6, 8), volume: Float64Array.of(0, 0, 0, 5) };
    expect(volumeWeightedMovingAverage(bars, 2)).toEqual(Float64Array.of(3, 5, 8));
  });
});

describe('historicalVolatility', () => {
  it('returns 0 while prices do not change, and recovers from a price of 0', () => {
    expect(historicalVolatility(fives, 2)).toEqual(Float64Array.of(0, 0));
    expect(historicalVolatility(Float64Array.of(1, 0, 5, 5, 5), 2).at(-1)).toBe(0);
  });
});
