import fc from 'fast-check';
import type { OhlcvColumns } from '../src/index.ts';

/** A bar in relation to the one before: how it opens, moves and reaches out, and what is traded. */
interface Step {
  kind: 'move' | 'gap' | 'still' | 'tick';
  gap: number;
  move: number;
  up: number;
  down: number;
  volume: number;
}

const part = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('move' as const) },
    { weight: 3, arbitrary: fc.constant('still' as const) },
    { weight: 1, arbitrary: fc.constant('tick' as const) },
    { weight: 1, arbitrary: fc.constant('gap' as const) },
  ),
  gap: part,
  move: part,
  up: part,
  down: part,
  volume: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
});

/** Prices stand still for runs of bars, so that whole windows have one price. */
const run = fc
  .tuple(step, fc.integer({ min: 1, max: 12 }))
  .map(([one, times]) => new Array<Step>(one.kind === 'still' ? times : 1).fill(one));

/**
 * Bars of a stock as they come: a random walk with gaps, single ticks, and prices that stand still without
 * volume, around any price from 1e-6 to 1e9.
 */
export function marketBars({ min = 0, max }: { min?: number; max: number }): fc.Arbitrary<OhlcvColumns> {
  const runs = fc.array(run, { minLength: min, maxLength: max, size: 'max' });
  return fc.tuple(fc.integer({ min: -6, max: 9 }), runs).map(([exponent, walk]) => {
    const bars: Record<keyof OhlcvColumns, number[]> = { open: [], high: [], low: [], close: [], volume: [] };
    let price = 1.2345 * 10 ** exponent;
    for (const { kind, gap, move, up, down, volume } of walk.flat().slice(0, max)) {
      const open = kind === 'gap' ? price * 2 ** (2 * gap - 1) : price;
      const change = { move: 0.04 * (move - 0.5), gap: 0.04 * (move - 0.5), tick: 1e-6, still: 0 }[kind];
      price = open * (1 + change);
      const reach = kind === 'still' ? 0 : 0.01;
      bars.open.push(open);
      bars.high.push(Math.max(open, price) * (1 + reach * up));
      bars.low.push(Math.min(open, price) * (1 - reach * down));
      bars.close.push(price);
      bars.volume.push(kind === 'still' ? 0 : volume);
    }
    return bars;
  });
}

/** The history as it was when it had so many bars. */
export function firstBars({ open, high, low, close, volume }: OhlcvColumns, count: number): OhlcvColumns {
  return {
    open: open.slice(0, count),
    high: high.slice(0, count),
    low: low.slice(0, count),
    close: close.slice(0, count),
    volume: volume.slice(0, count),
  };
}

/** Five columns of one length that hold any numbers at all. */
export function arbitraryBars(maxBars: number): fc.Arbitrary<OhlcvColumns> {
  return fc.nat(maxBars).chain((length) => {
    const column = fc.array(fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, 1e-300, 1e300, -5)), {
      minLength: length,
      maxLength: length,
      size: 'max',
    });
    return fc.record({ open: column, high: column, low: column, close: column, volume: column });
  });
}
